"""Choose, show and test an optional model."""

import os
import shlex
import shutil
import time
from typing import Final

import click

from backstory.api import load_settings, resolve_project
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, open_memory, project_root, who_speaks
from backstory.cli.guests import PromptPreview, consult, list_refused, preview_task, warn_of_refused
from backstory.cli.person import refuse_agent
from backstory.guests.choice import COMMAND, KEYS, NONE, ModelChoice, parse_choice
from backstory.guests.consult import UsageReport, report_model_usage
from backstory.model.dates import format_timestamp
from backstory.model.errors import Exit, Invalid, NoProject
from backstory.model.text import format_count
from backstory.settings import Settings, load_layers, user_config_path
from backstory.settings.edit import set_values

SECTION: Final = "Set up"


class ModelGroup(click.Group):
    """A group that is a command too: `model` alone shows the model."""


class ModelStatus(Answer):
    """The model that is named, and what it took this month."""

    schema = "model"
    choice: ModelChoice
    usage: UsageReport
    key: str = ""
    """The environment variable that holds the key, where the provider needs one."""
    has_key: bool = False

    def to_json(self) -> Json:
        return {**self.choice._asdict(), "key": self.key, "has_key": self.has_key, "usage": self.usage._asdict()}

    def print_text(self) -> None:
        choice, usage = self.choice, self.usage
        if choice.provider == NONE:
            console.data("no model: nothing is ever sent")
            console.info('hint: `backstory model use anthropic --name MODEL`, or `backstory model use "claude -p"`')
        elif choice.provider == COMMAND:
            console.data(f"model  `{choice.command}`" + (f" ({choice.name})" if choice.name else ""))
        else:
            console.data(f"model  {choice.name} ({choice.provider}{', ' + choice.url if choice.url else ''})")
            console.data(f"key    `{self.key}` is {'set' if self.has_key else 'not set'}")
        if choice.provider != NONE or usage.calls:
            cost = f", ${usage.cost:.2f}" if usage.cost else ""
            spent = f"{usage.tokens_in + usage.tokens_out:,} of {usage.limit:,} tokens"
            console.data(f"used   {spent} in {usage.month} ({format_count(usage.calls, 'call')}{cost})")


class ModelUse(Answer):
    """A model that was named, or that none is."""

    schema = "model-use"
    choice: ModelChoice
    place: str

    def to_json(self) -> Json:
        return {**self.choice._asdict(), "place": self.place}

    def print_text(self) -> None:
        if self.choice.provider == NONE:
            console.info(f"no model is chosen any more, so nothing is sent (`{self.place}`)")
            return
        console.info(f"named {self.choice.command or self.choice.name} in `{self.place}`")
        console.info("hint: `backstory model test` asks it about a made-up record")


class ModelTest(Answer):
    """How a model did with a made-up record."""

    schema = "model-test"
    model: str
    texts: list[str]
    refused: list[Json]

    def to_json(self) -> Json:
        return {"model": self.model, "ok": bool(self.texts), "texts": self.texts, "refused": self.refused}

    def print_text(self) -> None:
        for text in self.texts:
            console.data(text)
        warn_of_refused(self.refused)
        if self.texts:
            console.info(f"{self.model} answers, and its quotes are correct")
        else:
            console.info(f"{self.model} answers, but none of its statements passes the check")

    @property
    def exit_code(self) -> Exit:
        return Exit.DONE if self.texts else Exit.FAILED


@click.group(cls=ModelGroup, invoke_without_command=True)
@add_common_options
@click.pass_context
def model(ctx: click.Context) -> ModelStatus | None:
    """Show the model that you chose, and the tokens it used this month.

    There is none until you choose one, and nothing is sent without it. API keys are read from the environment only.
    """
    if ctx.invoked_subcommand:
        return None
    settings = _read_settings()
    choice = ModelChoice(
        settings.get("model.provider"),
        settings.get("model.name"),
        settings.get("model.url"),
        settings.get("model.command"),
    )
    user_folder = os.path.join(data_home(os.environ), "user")
    usage = report_model_usage(settings, user_folder, format_timestamp(time.time())[:7])
    key = KEYS.get(choice.provider, "")
    return ModelStatus(choice, usage, key, bool(key and os.environ.get(key)))


@model.command("use")
@click.argument("what", metavar="anthropic|openai|COMMAND|none")
@click.option("--name", default="", metavar="MODEL", help="The model, as its provider calls it.")
@click.option("--url", default="", metavar="URL", help="Another server that speaks the provider's protocol.")
@add_common_options
def model_use(what: str, name: str, url: str) -> ModelUse:
    """Choose the model to ask, for you in all projects. `none` removes it.

    COMMAND reads the prompt on stdin, or in place of `{prompt}`.

    \b
    backstory model use anthropic --name claude-haiku-4-5
    backstory model use openai --name llama3.2 --url http://localhost:11434/v1
    backstory model use "ollama run llama3.2"
    backstory model use "claude -p"
    """
    choice = parse_choice(what, name=name, url=url)
    if choice.provider != NONE:
        refuse_agent(who_speaks(), f"Let the memory be sent to `{what}`?", f"backstory model use {what!r}")
    if choice.provider == COMMAND and shutil.which(program := shlex.split(choice.command)[0]) is None:
        raise Invalid(f"no program `{program}` on this machine", hint='`backstory model use "ollama run llama3.2"`')
    path = user_config_path(os.environ)
    set_values(path, choice.settings, layer="user")
    return ModelUse(choice, path)


@model.command("test")
@click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing.")
@add_common_options
def model_test(dry_run: bool) -> ModelTest | PromptPreview:
    """Ask the model about a made-up record. Nothing from the memory is sent."""
    from backstory.guests.tasks import prepare_test

    memory = open_memory()
    task = prepare_test(memory)
    if dry_run:
        return preview_task(memory, task)
    consultation = consult(memory, task)
    texts = [statement.text for statement in consultation.checked.accepted]
    return ModelTest(consultation.model, texts, list_refused(consultation))


def _read_settings() -> Settings:
    """The settings in force, inside a project or outside."""
    try:
        project = resolve_project(current_folder(), os.environ, project_root=project_root())[0]
    except NoProject:
        return load_layers("", os.environ)
    return load_settings(project, os.environ)
