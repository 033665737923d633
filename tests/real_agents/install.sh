#!/bin/sh
# Installs the coding agents that tests/real_agents runs, from npm, into a folder outside of the repository.
# BACKSTORY_AGENTS_DIR names it (default ~/.cache/backstory-agents). Arguments are packages to install in place of all;
# the versions are those that the tests were last seen to pass with.
set -eu
folder=${BACKSTORY_AGENTS_DIR:-$HOME/.cache/backstory-agents}
mkdir -p "$folder"
[ $# -gt 0 ] || set -- @anthropic-ai/claude-code@2.1.197 @openai/codex@0.169.0 \
  @google/gemini-cli@0.61.0 opencode-ai@1.18.33 @qwen-code/qwen-code@0.15.10 @github/copilot@1.0.102 \
  @mariozechner/pi-coding-agent@0.73.1
npm install --prefix "$folder" --no-audit --no-fund "$@"
for program in claude codex gemini opencode qwen copilot pi; do
  [ ! -e "$folder/node_modules/.bin/$program" ] || "$folder/node_modules/.bin/$program" --version </dev/null
done
