"""Find problems in the memory, or what a change makes stale."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.model.errors import Exit

if TYPE_CHECKING:
    from backstory.cli.library import Finding

SECTION: Final = "Set up"
COLOURS: Final = {"error": "31", "warning": "33", "notice": "36"}


class Findings(Answer):
    """What `lint` found."""

    schema = "lint"
    base: str
    findings: "list[Finding]"

    def to_json(self) -> Json:
        return {
            "base": self.base,
            "ok": not self.findings,
            "findings": [finding._asdict() for finding in self.findings],
        }

    def print_text(self) -> None:
        for finding in self.findings:
            place = f"{finding.path}:{finding.line}" if finding.line else finding.path
            severity = console.Span(f"{finding.severity:<8}", COLOURS[finding.severity])
            console.line(severity, f" {finding.rule:<13} {finding.message}", indent=" " * 23)
            for line in filter(None, (place if finding.path else "", finding.hint)):
                console.data(console.dim(f"{'':<23}{line}"))
        if not self.findings:
            console.info(f"the change since {self.base} makes nothing stale" if self.base else "no findings")

    @property
    def exit_code(self) -> Exit:
        return Exit.FINDINGS if self.findings else Exit.DONE


class Annotations(Findings):
    """Findings as annotations of GitHub Actions."""

    schema = ""

    def print_text(self) -> None:
        for finding in self.findings:
            console.data(format_annotation(finding))


@click.command()
@click.option("--diff", "base", default="", metavar="BASE", help="Only what the change since BASE makes stale or adds.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub Actions.")
@add_common_options
def lint(base: str, github: bool) -> Findings:
    """Find duplicates, contradictions, stale, orphaned and overlong records, secrets. Exit code 4 with findings.

    \b
    backstory lint --diff origin/main --github
    """
    memory = open_memory()
    findings = api.lint_diff(memory, base) if base else api.find_problems(memory)
    return Annotations(base, findings) if github else Findings(base, findings)


def format_annotation(finding: "Finding") -> str:
    """A workflow command of GitHub Actions: `::warning file=...,line=...,title=...::message`."""
    place = [f"file={_property(finding.path)}", f"line={finding.line or 1}"] if finding.path else []
    title = f"title={_property('project memory: ' + finding.rule)}"
    text = f"{finding.message}. {finding.hint}".replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{finding.severity} {','.join([*place, title])}::{text}"


def _property(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, code)
    return text
