"""The table of commands: name -> (module, attribute, one line). Help and docs read it without loading any."""

from typing import Final

COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    "init": ("setup", "init", "set up the memory of this project"),
    "status": ("status", "status", "what is remembered here, and how things stand"),
    "brief": ("brief", "brief", "the context for the work at hand, within a token budget"),
    "remember": ("remember", "remember", "keep a decision, a fact, a failure, ..."),
    "recall": ("recall", "recall", "find what is remembered"),
    "checkpoint": ("work", "checkpoint", "note where the work stands"),
    "handoff": ("work", "handoff", "pass the work on, or show the current handoff"),
    "log": ("look", "log", "what happened, newest first"),
    "show": ("look", "show", "one record, snapshot or session, whole"),
    "list": ("look", "list_", "records, filtered"),
    "decisions": ("look", "decisions", "the decisions"),
    "pins": ("look", "pins", "what is always in the brief"),
    "tags": ("look", "tags", "all tags, with counts"),
    "edit": ("curate", "edit", "change a record's tier, tags, status or links"),
    "retract": ("curate", "retract", "take a record back; it stays in the history"),
    "pin": ("curate", "pin", "always put a record or a file into the brief"),
    "unpin": ("curate", "unpin", "undo a pin"),
    "tag": ("curate", "tag", "add tags to a record"),
    "untag": ("curate", "untag", "remove tags from a record"),
    "undo": ("curate", "undo", "take back the last change to the memory"),
    "memo": ("memo", "memo", "notes, persona and profile"),
    "snapshot": ("work", "snapshot", "capture the repository as it stands"),
    "snapshots": ("work", "snapshots", "the snapshots, newest first"),
    "restore": ("work", "restore", "what changed since a snapshot"),
    "diff": ("work", "diff", "what changed since the last snapshot or checkpoint"),
    "config": ("config", "config", "show and change settings"),
    "doctor": ("doctor", "doctor", "check the set-up, and mend it"),
    "clean": ("setup", "clean", "remove Backstory from this repository"),
    "uninstall": ("setup", "uninstall", "remove Backstory from every repository"),
    "index": ("data", "index", "the derived search index"),
    "export": ("data", "export", "write the memory to an archive"),
    "import": ("data", "import_", "take in an archive"),
    "hook": ("hook", "hook", "what coding agents call; never fails"),
    "help": ("help", "help_", "topics: kinds, exit-codes, settings, coming-from"),
}

SECTIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("Daily", ("init", "status", "brief", "remember", "recall", "checkpoint", "handoff", "log")),
    ("Look", ("show", "list", "decisions", "pins", "tags")),
    ("Curate", ("edit", "retract", "pin", "unpin", "tag", "untag", "undo", "memo")),
    ("Capture", ("snapshot", "snapshots", "restore", "diff")),
    ("Set up", ("config", "doctor", "clean", "uninstall")),
    ("Store", ("index", "export", "import")),
    ("Machines", ("hook", "help")),
)

ALIASES: Final[dict[str, str]] = {
    "note": "remember",
    "add": "remember",
    "save": "checkpoint",
    "prompt": "brief",
    "resume": "brief",
    "compose": "brief",
    "search": "recall",
    "delete": "retract",
    "update": "edit",
    "diff-summary": "diff",
    "index:rebuild": "index",
    "install": "init",
}
"""Words of other systems -> ours. Where the flags differ, the module has `<command>_alias_<word>`."""
