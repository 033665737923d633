"""The table of the agents that load the memory from a file: one row for each.

Data from the agents' documentation, since every command loads it. `rule_files` makes the surfaces, and `hook_table`
lists the hooks of those that call some.
"""

from typing import Final, NamedTuple

PATH: Final = "AGENTS.md"
ALWAYS: Final = "---\ndescription: Project memory (Backstory)\nalwaysApply: true\n---\n\n"
SUBJECT: Final = "what the prompt says beside the name of this command"
"""The argument of a command, for an agent that puts none into it."""
_TRIGGER: Final = "---\ntrigger: always_on\n---\n\n"


class RuleAgent(NamedTuple):
    """An agent and the files that it loads. Paths have forward slashes.

    `programs`, `homes` (below the home folder) and `signs` (in a project) are evidence for `detect`. `shared` lists the
    instruction files of which the agent reads the first that exists; the last one is made where none exists. `rule` is
    the file of the living context, `head` its first lines. `owned` says that the rule file is ours alone, else our part
    is a block in it. `imports` names the YAML file and its key that lists files to load. `reader` is the name of the
    reader of its transcripts where that differs. `commands` is the path of a slash command below the home folder, with
    `{}` for its name, and the word in it that the agent replaces by the argument. `permissions` is the file
    that holds rules of what runs without asking, in a project and below the home folder.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    shared: tuple[str, ...] = (PATH,)
    rule: str = ""
    head: str = ""
    owned: bool = True
    imports: tuple[str, str] | None = None
    reader: str = ""
    commands: tuple[str, str] | None = None
    permissions: str = ""


ROWS: Final[tuple[RuleAgent, ...]] = (
    RuleAgent("windsurf", "Windsurf", ("devin-desktop",), ("windsurf",), (".codeium/windsurf",),
              (".windsurf", ".windsurfrules"), rule=".windsurf/rules/backstory.md", head=_TRIGGER),
    RuleAgent("antigravity", "Antigravity", ("agy",), ("agy",), (".gemini/antigravity", ".gemini/antigravity-cli"),
              (".agents/rules", ".antigravity"), rule=".agents/rules/backstory.md", head=_TRIGGER,
              commands=(".gemini/antigravity/global_workflows/{}.md", SUBJECT)),
    RuleAgent("cline", "Cline", (), ("cline",), (".cline",), (".clinerules", ".cline"),
              rule=".clinerules/backstory.md", commands=("Documents/Cline/Workflows/{}.md", SUBJECT)),
    RuleAgent("roo", "Roo Code", ("roo-code", "zoo"), (), (), (".roo", ".roorules", ".roomodes"),
              rule=".roo/rules/backstory.md", reader="cline"),
    RuleAgent("kilo", "Kilo Code", ("kilo-code", "kilocode"), ("kilo",), (".config/kilo",),
              ("kilo.jsonc", ".kilo", ".kilocode"), reader="opencode",
              commands=(".config/kilo/commands/{}.md", "$ARGUMENTS")),
    RuleAgent("kiro", "Kiro", ("kiro-cli",), ("kiro", "kiro-cli"), (".kiro",), (".kiro",),
              rule=".kiro/steering/backstory.md", head="---\ninclusion: always\n---\n\n"),
    RuleAgent("zed", "Zed", (), ("zed", "zeditor"), (".config/zed",), (".zed", ".rules"),
              (".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
               "AGENT.md", PATH)),
    RuleAgent("goose", "Goose", (), ("goose",), (".config/goose",), (".goosehints", ".goose"),
              rule=".goosehints", owned=False),
    RuleAgent("amp", "Amp", (), ("amp",), (".config/amp",), (".amp",)),
    RuleAgent("crush", "Crush", (), ("crush",), (".config/crush",), (".crush", "crush.json", ".crush.json", "CRUSH.md"),
              rule="CRUSH.local.md", owned=False),
    RuleAgent("continue", "Continue", ("continue-dev", "cn"), ("cn",), (".continue",), (".continue",),
              rule=".continue/rules/backstory.md", head=ALWAYS, reader="continue-dev"),
    RuleAgent("aider", "Aider", (), ("aider",), (".aider.conf.yml",), (".aider.conf.yml", ".aider.chat.history.md"),
              (), imports=(".aider.conf.yml", "read")),
    RuleAgent("warp", "Warp", ("oz",), ("warp-terminal", "oz"), (".warp",), (".warp", "WARP.md"), ("WARP.md", PATH)),
    RuleAgent("trae", "Trae", (), ("trae",), (".trae",), (".trae",), rule=".trae/rules/backstory.md", head=ALWAYS),
    RuleAgent("junie", "Junie", (), ("junie",), (".junie",), (".junie",), (".junie/AGENTS.md", PATH)),
    RuleAgent("kimi", "Kimi Code", ("kimi-code",), ("kimi",), (".kimi-code",), (".kimi-code",),
              (".kimi-code/AGENTS.md", PATH)),
    RuleAgent("grok", "Grok CLI", (), ("grok",), (".grok",), (".grok",), rule=".grok/rules/backstory.md",
              permissions=".grok/config.toml",
              commands=(".grok/commands/{}.md", "$ARGUMENTS")),
    RuleAgent("pi", "Pi", (), ("pi",), (".pi",), (".pi",),
              commands=(".pi/agent/prompts/{}.md", "$ARGUMENTS")),
)  # fmt: skip
"""In the order in which they are shown, after the agents with hooks."""
