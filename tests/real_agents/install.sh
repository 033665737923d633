#!/bin/sh
# Installs the coding agents that tests/real_agents runs, from npm, into a folder outside of the repository.
# BACKSTORY_AGENTS_DIR names it (default ~/.cache/backstory-agents). Arguments are packages to install in place of all;
# the versions are those that the tests were last seen to pass with.
set -eu
folder=${BACKSTORY_AGENTS_DIR:-$HOME/.cache/backstory-agents}
mkdir -p "$folder"
more=""
[ $# -gt 0 ] || more="cline@3.0.65 @xai-official/grok@1.0.41 @moonshot-ai/kimi-code@2.1.0 droid@0.215.0"
[ $# -gt 0 ] || set -- @anthropic-ai/claude-code@2.1.197 @openai/codex@0.169.0 \
  @google/gemini-cli@0.61.0 opencode-ai@1.18.33 @qwen-code/qwen-code@0.15.10 @github/copilot@1.0.102 \
  @mariozechner/pi-coding-agent@0.73.1
npm install --prefix "$folder" --no-audit --no-fund "$@"
# Their tests are skipped where these are not to be had. Kimi Code needs a newer Node than some machines have.
for package in $more; do
  npm install --prefix "$folder" --no-audit --no-fund "$package" || echo "no $package: its tests are skipped" >&2
done
[ -z "$more" ] || npm install --prefix "$folder/node" --no-audit --no-fund node@24.21.0 || true
for program in claude codex gemini opencode qwen copilot pi cline grok droid; do
  [ ! -e "$folder/node_modules/.bin/$program" ] || "$folder/node_modules/.bin/$program" --version </dev/null
done
