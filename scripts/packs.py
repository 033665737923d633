"""Turns rule packs that come as YAML into the TOML that `backstory.redact.compile` reads.

    pip install pyyaml
    python scripts/packs.py kingfisher FOLDER-OF-RULES > src/backstory/redact/packs/kingfisher.toml

Names, patterns and least entropies are kept. Examples, references and everything that would ask a service are left
out. Of a pattern only its spelling changes: no verbose mode, no comments, no count over 1,000. Keywords are the
literals that every match holds. A rule without one, one that RE2 cannot read, and one whose finding is marked as not
worth showing (names of accounts, addresses) are left out.
"""

import os
import re
import sys
import warnings
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import re2

COMMON = frozenset(
    b"access account api apikey app auth authorization bearer client credential http https id key login name pass"
    b" password private pwd secret token url user username www com .com io net org basic begin end public service"
    b" default".decode().split()
)
"""Literals that say nothing of whose key it is."""
LEFT_OUT = ("generic", "weak-password", "aws-arn", "arn")
"""Beginnings of names of rules that find what our own rules find, or no secrets."""


def strip_verbose(pattern: str) -> str:
    """The same pattern without verbose mode."""
    flags = re.match(r"\s*(?:\(\?[a-z]+\)\s*)+", pattern)
    letters = "".join(sorted(set(re.findall("[a-z]", flags[0])))) if flags else ""
    rest = pattern[flags.end() :] if flags else pattern
    if "x" in letters:
        rest = _without_blanks(rest)
    rest = rest.replace(r"(?:.|[\n\r])", r"[\s\S]").replace(r"(?:.|[\r\n])", r"[\s\S]").replace(r"\z", "$")
    rest = re.sub(r"\{(\d+),(\d{4,})\}", r"{\1,1000}", rest)
    letters = letters.replace("x", "")
    return (f"(?{letters})" if letters else "") + rest


def _without_blanks(text: str) -> str:
    out: list[str] = []
    place, in_class = 0, False
    while place < len(text):
        char = text[place]
        if char == "\\":
            pair = text[place : place + 2]
            out.append(r"\x20" if pair == "\\ " else "#" if pair == "\\#" else pair)
            place += 2
            continue
        if in_class:
            if not (char == "]" and out[-1] not in ("[", "[^")):
                out.append(char if char not in "\n\t" else "")
            else:
                out.append(char)
                in_class = False
        elif text.startswith("(?#", place):
            place = text.index(")", place)
        elif char == "[":
            in_class = True
            out.append("[^" if text[place + 1 : place + 2] == "^" else "[")
            place += text[place + 1 : place + 2] == "^"
        elif char == "#":
            place = text.find("\n", place) % (len(text) + 1)
        elif not char.isspace():
            out.append(char)
        place += 1
    return "".join(out)


def find_keywords(pattern: str) -> list[str]:
    """Literals in lower case of which every match holds one; the set whose shortest member is longest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        best = _choose(_parser.parse(pattern))
    return sorted(best) if best else []


def _choose(items: Any) -> set[str] | None:
    best: set[str] | None = None
    run = ""
    for op, value in [*items, (None, None)]:
        if op is sre.LITERAL and value < 128:
            run += chr(value).lower()
            continue
        options = [{run}] if run else []
        run = ""
        if op is sre.SUBPATTERN:
            options.append(_choose(value[3]) or set())
        elif op is sre.BRANCH:
            parts = [_choose(part) for part in value[1]]
            options.append(set().union(*parts) if all(parts) else set())  # type: ignore[arg-type]
        elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT) and value[0] > 0:
            options.append(_choose(value[2]) or set())
        for option in options:
            if option and not option & COMMON and (best is None or _worth(option) > _worth(best)):
                best = option
    return best


def _worth(option: set[str]) -> tuple[int, int]:
    return min(map(len, option)), -len(option)


def read_rules(folder: str) -> list[dict[str, Any]]:
    import yaml  # type: ignore[import-untyped]  # only this script needs it

    out: list[dict[str, Any]] = []
    for where, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith((".yml", ".yaml")):
                with open(os.path.join(where, name), encoding="utf-8") as file:
                    out += yaml.safe_load(file).get("rules", [])
    return out


def main(prefix: str, folder: str) -> None:
    left_out: list[str] = []
    for rule in read_rules(folder):
        name = re.sub(r"[^a-z0-9]+", "-", rule["id"].lower().removeprefix(prefix + "."))
        name = re.sub(r"-(?=[0-9]+$)", f"-{prefix[0]}", name)
        options = re2.Options()
        options.log_errors = False
        try:
            pattern = strip_verbose(rule["pattern"])
            re2.compile(pattern, options)
            keywords = find_keywords(pattern)
        except (re2.error, re.error, ValueError):
            keywords = []
        names_only = rule.get("visible") is False or "identifier" in (rule.get("categories") or ())
        if not keywords or min(map(len, keywords)) < 3 or names_only or name.startswith(LEFT_OUT) or "'''" in pattern:
            left_out.append(name)
            continue
        quoted = ", ".join('"' + k.replace("\\", "\\\\").replace('"', '\\"') + '"' for k in keywords)
        print(f"[[rules]]\nid = \"{name}\"\nregex = '''{pattern}'''\nentropy = {float(rule.get('min_entropy') or 0):g}")
        print(f"keywords = [{quoted}]\n")
    print("left out:", " ".join(left_out), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
