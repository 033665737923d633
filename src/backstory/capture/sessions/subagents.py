"""The sub-agents of a session, while its turns are added: which there are, their tasks and their reports.

A sub-agent shows up in three places, in any order: the call that starts it, its own turns, and the result of the call.
An agent names it in some of them only, so calls and turns are matched by the task.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from backstory.agents.turns import Turn
from backstory.capture.text.shortening import LINE, Shortener
from backstory.model.session import SubAgent

MAX_SUBAGENTS: Final = 50
_TASK: Final = 2 * LINE


class SubAgents:
    """The last sub-agents of a session, oldest first."""

    def __init__(self, agents: Iterable[SubAgent], shortener: Shortener) -> None:
        self.agents = list(agents)
        self._shorten = shortener

    def start(self, turn: Turn, key: str) -> None:
        """Adds the sub-agent that a call starts. `key` is the digest of the call's id."""
        if key and any(agent.call == key for agent in self.agents):
            return  # the transcript is read again
        texts = [turn.input.get(name) for name in ("prompt", "task", "message", "instructions", "description")]
        text = next((text for text in texts if isinstance(text, str) and text.strip()), "")
        task = self._shorten.line(text, _TASK)
        place = next((i for i, agent in enumerate(self.agents) if task and agent.task == task and not agent.call), None)
        if place is None:
            self._append(SubAgent("", task, made=turn.time, call=key))
        else:
            self.agents[place] = replace(self.agents[place], call=key)

    def add_result(self, turn: Turn, key: str) -> None:
        """Adds the result of a call as the report of the sub-agent that the call started, if it started one."""
        place = next((i for i, agent in enumerate(self.agents) if agent.call == key), None)
        if place is not None:
            agent = self.agents[place]
            report = self._shorten.ends(turn.text)
            ident = agent.id or turn.subagent
            self.agents[place] = replace(agent, id=ident, report=report or agent.report, made=turn.time)

    def add_turn(self, turn: Turn) -> None:
        """Adds the task or the words of a sub-agent. Without its name they cannot be told from those of others."""
        if not turn.subagent:
            return
        place = self._find(turn)
        agent = self.agents[place]
        if turn.role == "user":
            self.agents[place] = replace(agent, task=agent.task or self._shorten.line(turn.text, _TASK))
        elif turn.role == "assistant" and (report := self._shorten.ends(turn.text)):
            self.agents[place] = replace(agent, report=report, made=turn.time)

    def _find(self, turn: Turn) -> int:
        """The place of a turn's sub-agent: by its id, else the one with the same task that has no id yet, else new."""
        for place, agent in enumerate(self.agents):
            if agent.id == turn.subagent:
                return place
        if turn.role == "user":
            task = self._shorten.line(turn.text, _TASK)
            for place, agent in enumerate(self.agents):
                if not agent.id and agent.task == task:
                    self.agents[place] = replace(agent, id=turn.subagent)
                    return place
        return self._append(SubAgent(turn.subagent, made=turn.time))

    def _append(self, agent: SubAgent) -> int:
        """Adds a sub-agent and returns its place; the oldest drops out at the limit."""
        self.agents.append(agent)
        del self.agents[:-MAX_SUBAGENTS]
        return len(self.agents) - 1
