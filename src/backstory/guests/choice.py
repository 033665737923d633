"""The guest that the settings name, and the changes of settings that name one."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.guests import anthropic_api, openai_api
from backstory.guests.anthropic_api import AnthropicGuest
from backstory.guests.guest import Guest
from backstory.guests.http import check_address
from backstory.guests.openai_api import OpenAIGuest
from backstory.guests.program import PLACEHOLDER, Program, split_command
from backstory.model.errors import BackstoryError, Invalid
from backstory.settings import Settings

NONE: Final = "none"
COMMAND: Final = "command"
KEYS: Final[Mapping[str, str]] = {"anthropic": anthropic_api.KEY, "openai": openai_api.KEY}
"""Provider -> the environment variable that holds its key."""
_LAST_ARGUMENT: Final = {"gemini": ("-p", "--prompt")}
"""Program -> options after which it takes the prompt as an argument, and does not read stdin."""


class ModelChoice(NamedTuple):
    """What a person has named."""

    provider: str
    name: str = ""
    url: str = ""
    command: str = ""

    @property
    def settings(self) -> dict[str, str]:
        """Key of a setting -> its value; an empty one is taken out."""
        return {
            "model.provider": self.provider,
            "model.name": self.name,
            "model.url": self.url,
            "model.command": self.command,
        }


def parse_choice(what: str, *, name: str = "", url: str = "") -> ModelChoice:
    """The choice that a person typed: `none`, a provider or a command line. Raises `Invalid`."""
    what = what.strip()
    if what == NONE:
        return ModelChoice(NONE)
    if what in KEYS:
        if not name:
            raise Invalid(f"no model of {what} given", hint=f"`backstory model use {what} --name MODEL`")
        return ModelChoice(what, name, check_address(url) if url else "")
    if url:
        raise Invalid("an address goes with `openai` or `anthropic`", hint="`backstory model use openai --url ...`")
    words = split_command(what)
    program = words[0].rpartition("/")[2]
    if PLACEHOLDER not in words and words[-1] in _LAST_ARGUMENT.get(program, ()):
        what = f"{what} {PLACEHOLDER}"
    return ModelChoice(COMMAND, name, command=what)


def make_guest(settings: Settings, environ: Mapping[str, str]) -> Guest:
    """The guest that the settings name. Raises `BackstoryError` where they name none. Nothing is loaded or sent."""
    provider, name = settings.get("model.provider"), settings.get("model.name")
    timeout, max_output = float(settings.get("model.timeout")), settings.get("model.max_output")
    if provider == NONE:
        raise BackstoryError(
            "no model is named, and nothing is sent before you name one",
            hint='`backstory model use anthropic --name MODEL`, or `backstory model use "ollama run llama3.2"`',
        )
    if provider == COMMAND:
        return Program(settings.get("model.command"), environ, timeout=timeout, name=name)
    if not name:
        raise Invalid(f"no model of {provider} given", hint=f"`backstory model use {provider} --name MODEL`")
    url = settings.get("model.url")
    url = check_address(url) if url else ""
    if provider == "anthropic":
        return AnthropicGuest(name, environ, url=url, timeout=timeout, max_output=max_output)
    return OpenAIGuest(name, environ, url=url, timeout=timeout, max_output=max_output)
