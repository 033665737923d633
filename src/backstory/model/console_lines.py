"""Lines that people copy out of a terminal: what a shell shows, commands, listings, progress, settings."""

from typing import Final

from backstory.model.late_pattern import late_pattern

_CONSOLE: Final = late_pattern(
    r"\s*(?:"
    r"\[\d+\]\$ |(?!https?:)[\w.@-]+:[~/][\w.~/-]*[>#$%](?:\s|$)|[A-Z]:\\[^<>|?*\n]{0,200}>"  # prompts of shells
    r"|⚡ \S|[^\n]{0,80}[\ue000-\uf8ff]|[\w.~-]+(?: [\w./~-]+){0,2} +(?:[✗✘±?!] )?[❯»➜✗✘](?:\s|$)"
    r"|\[sudo\] password|Password for "
    r"|The above exception was the direct cause|During handling of the above exception|WARNING!"
    r"|(?:Failed|Unable) to \w+[^\n]{0,200}(?:: \S|['\"(]\S)|Cannot (?:read propert|find module|resolve)"
    r"|\w+ failed: \w*[Ee]rror"
    r"|\[\w+(?::[\w-]+)+\] |[A-Za-z]:[\\/][^:\n]{1,250}:(?:\d+:|\s)|[A-Z]\w+: [A-Z][A-Z_]{4,}$"
    r"|[│├└┌┬╭╰┃║╔╚]|⎿|[✻⏺] |⌈"  # frames, and what agents show in a terminal
    r"|[-dlbcps](?:[r-][w-][xsStT-]){3}[@+.]?\s|total \d+$|uid=\d+"  # listings
    r"|(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Resolving|Unpacking) (?:objects|deltas)\b"
    r"|Delta compression using|Total \d+ \(delta|remote:(?:\s|$)|Cloning into '"
    r"|(?:Reading|Building|Fetching|Collecting|Downloading|Installing|Extracting|Preparing) [^.]{2,60}\.\.\.\s*\S*$"
    r"|Processing triggers for |\d+ upgraded, \d+ newly|Setting up \S+ \(|Container \S+ +(?:Creat|Start|Stopp|Runn)"
    r"|\[(?:info|warn(?:ing)?|error|debug|notice|trace|fatal|verbose|log|ok|done|fail(?:ed)?)\] "
    r"|In file included from |(?:At|In) \S[^\n]{0,200}:\d+ (?:char|Zeichen|Caractère|carácter):\d+"
    r"|exit status \d|Exiting\b\.*$|collected \d+ items?\b|(?:Using|Pulling) [Dd]ocker "
    r"|(?:Uncaught|Unchecked|Unhandled) [\w.]*(?:Error|Exception|lastError|Promise|Rejection|promise)"
    r"|(?:Runtime|Build|Console|Syntax|Compilation|Type|Reference|Network|Fatal|Unhandled Runtime)"
    r" ?(?:\w+Error|Error|error)(?:$|: \S)"
    r"|[\w.-]+:\d+ (?:Uncaught|Unchecked|Failed|GET|POST|PUT|DELETE|\[|\w*Error)|(?:GET|POST|PUT|PATCH|DELETE|HEAD)$"
    r"|(?:GET|POST|PUT|PATCH|DELETE) /\S+ (?:\d{3}|HTTP)|#{1,4} (?:Error (?:Type|Message)|Code Frame|Build Output)$"
    r"|Next\.js version: |[;]{1,2} |[;]{2}|<<[<-]|# [\w.-]+(?:/[\w.-]+){2,}$"
    r"|(?:export |set |\$env:)?[A-Z][A-Z0-9_]*(?:_[A-Z0-9]+|[A-Z0-9]{2})=\S*$"  # settings
    r")"
)
"""Lines that programs print and people do not type."""
_SILENT: Final = late_pattern(
    r"\s*(?!(?:[-*+•–]|\(?\d{1,2}[.)]) )(?:[^\s，。？！：]+ ){0,4}[^\s，。？！：]*[^\s，。？！：.!?] {3,}\S"  # columns
    r"|[^\n]{0,200}\S/\S+[^\n]{0,100} \.\.\.$"
    r"|.{0,300}(?:: (?:command not found|No such file or directory|Permission denied|not found)|[Ee]xit(?:ed with)?"
    r" code:? \d+\.?|\.\.\. ?(?:[Dd]one|OK|ok|FAILED|yes|no)\.?)$"
)
"""Columns, progress, and how messages end: printed where no word of the line speaks to somebody."""
_PROGRAM: Final = (
    r"(?:npm|npx|pnpm|yarn|bunx?|node|deno|go|cargo|rustc|pip3?|uvx?|pixi|python3?|poetry|pytest|ruff|mypy|git|gh|curl"
    r"|wget|ssh|scp|rsync|docker(?:-compose)?|podman|kubectl|helm|make|cmake|ls|cd|cat|cp|mv|rm|mkdir|touch|chmod|chown"
    r"|echo|export|unset|source|which|whoami|id|apt(?:-get)?|brew|dnf|yum|pacman|systemctl|journalctl|tar|unzip|grep"
    r"|find|sed|awk|flutter|dart|pod|xcodebuild|xcrun|swift|adb|gradle|\./gradlew|mvn|java|javac|dotnet|terraform"
    r"|ansible[\w-]*|php|composer|ruby|rails|bundle|mkdocs|vite|next|tsc|prisma|psql|mysql|redis-cli|idf\.py|esptool\S*"
    r"|platformio|pio|west|arduino-cli|install|ln|tee|xargs|ping|dig|nslookup|netstat|lsof|ps|kill|tail|head|uvicorn|gunicorn|celery|flask|streamlit|alembic|winget|choco|scoop|nix)"
)
_COMMAND: Final = late_pattern(
    rf"\s*(?:\$ |Run )?(?:(?:sudo|time|env) )*(?:[A-Z_]+=\S+ )*(?:{_PROGRAM}|\.{{0,2}}/[\w./-]+|[\w.-]+\.sh)"
    r"(?=[ ;]|$)(?P<rest>.*)$"
)
_TYPED: Final = late_pattern(
    r"(?i)\b(?:i|i'm|you|your|we|our|please|the|this|that|these|should|would|because|but|is|are|was|can|could|let's|my)\b"
)
"""Words of sentences, which no command has outside of quotation marks."""
_SPEECH: Final = late_pattern(
    r"(?i)\b(?:i|i'm|i'll|we|please|pls|me|my|let's|lets|can you|could you|don'?t|why|how|bitte|ich|wir|je|nous|yo"
    r"|por favor|s'il te plaît|j['’]ai|voilà|voici)\b|[?？！。]\s*$"
)
"""Words by which a person speaks to an agent, and programs hardly ever to a person."""
_SHELL: Final = late_pattern(
    r"\s*(?:\([\w. -]+\) ?)?(?:\[\d+\]\$|(?!https?:)[\w.@-]+:[~/][\w.~/-]*[>#$%]|"
    r"[\w.-]+@[\w.-]+[ :](?:[\w./~-]+ ?)?[%$#>]|\$(?= )"
    r"|[❯➜](?:  [\w.~/-]+(?: git:\([^)\n]{0,80}\)(?: ✗)?)?)?"
    r"|PS [A-Z]:\\[^>\n]{0,200}>|[A-Z]:\\[^>\n]{0,200}>) ?(?P<command>\S.{0,300})$"
)
_COMMENT: Final = late_pattern(r"\s*# \S")
_ARGUMENT: Final = late_pattern(r"(?:^|\s)(?:-{1,2}\w|[./~$@]|\S*[/=.:@]\S|[|&>]{1,2}\s)")
_QUOTED: Final = late_pattern(r"\"[^\"]*\"|'[^']*'")
_FEW: Final = 3
"""Words of a command that needs no options, paths or pipes to be one."""


def is_console(line: str) -> bool:
    """Whether a line has a form that programs and shells give it."""
    return bool(_CONSOLE.match(line)) or (bool(_SILENT.match(line)) and not is_spoken(line))


def is_command(line: str) -> bool:
    """Whether a line is a command for a shell and no sentence. A person may have typed it."""
    command = _COMMAND.match(line)
    if not command or line.rstrip().endswith(("?", ":", "!", ",")):
        return False
    rest = _QUOTED.sub(" ", command["rest"])
    if _TYPED.search(rest):
        return False
    return bool(_ARGUMENT.search(rest)) or len(rest.split()) < _FEW


def is_comment(line: str) -> bool:
    """Whether a line is a comment of a script, or a heading."""
    return bool(_COMMENT.match(line))


def begins_output(line: str) -> bool:
    """Whether a line is a command behind the prompt of a shell, so that what it printed follows."""
    return bool(_SHELL.match(line))


def is_spoken(line: str) -> bool:
    """Whether a line has words by which a person speaks to an agent."""
    return bool(_SPEECH.search(line))
