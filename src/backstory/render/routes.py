"""Routes: ways to give a task to an agent, as prompts. `backstory route` prints them; the MCP server offers them."""

from typing import Final, NamedTuple

from backstory.model.errors import Invalid

DEFAULT_LIMIT: Final = 8
"""Iterations of the harness."""


class Route(NamedTuple):
    """A row of the table."""

    name: str
    title: str
    text: str
    """With `{task}`, and `{limit}` for iterations."""


ROUTES: Final = (
    Route("single", "One agent", """\
{task}

Do it yourself, in this session.
Before you start, read what is remembered about it: `backstory brief "TASK"`, with a few words for TASK.
Keep what a later session cannot read from the code: `backstory remember`."""),
    Route("subagent", "Stages with checks", """\
{task}

Work in stages, and give each stage to a sub-agent where you have them:
1. Plan. Read `backstory brief "TASK"`, then list the steps and how each is checked: `backstory task start "TASK"`.
2. Do one step.
3. Verify it with the tests of the project. What fails goes back to step 2, with what was learnt:
   `backstory remember attempt "..." --outcome failed`.
4. Note where the work stands: `backstory checkpoint "TASK" --state "..." --next-steps "..."`.
Repeat 2 to 4 until nothing is open, then `backstory task end`. Claim nothing that no test has shown."""),
    Route("team", "Several agents", """\
{task}

Split it between agents that share this memory:
1. Cut it into pieces that touch different files, and keep each: `backstory remember task "..." --at FILE`.
2. Hand each piece over, with what the agent must know: `backstory handoff AGENT "..." --next-steps "..."`.
3. Every agent keeps its decisions with `backstory remember decision "..." --why "..."` and ends with a handoff to you.
4. Read `backstory handoff` and `backstory list task`, settle what contradicts, and run all tests at the end."""),
    Route("harness", "A long job", """\
{task}

Work on it in at most {limit} iterations. In each one:
1. `backstory run start --task "TASK"` says what worked before and what is open.
2. Do the next step only.
3. Run the tests: `backstory run -- TEST COMMAND`.
4. `backstory run finish --outcome success|failure|partial --summary "..."`.
5. `backstory checkpoint "TASK" --state "..." --next-steps "..."`.
Stop early when nothing is open, or when the same failure has come back three times: then say what blocks you with
`backstory checkpoint "TASK" --status blocked --blockers "..."`."""),
)  # fmt: skip


def find_route(name: str) -> Route:
    """Return a route by its name, which may begin with `/`. Raises `Invalid` with the names there are."""
    word = name.strip().lower().removeprefix("/")
    route = next((route for route in ROUTES if route.name == word), None)
    if route is None:
        names = ", ".join(one.name for one in ROUTES)
        raise Invalid(f"no route `{name}`", hint=f'routes are {names}; `backstory route team "port the pool"`')
    return route


def write_route(route: Route, task: str, limit: int = DEFAULT_LIMIT) -> str:
    """Return the prompt of a route for a task."""
    return route.text.replace("{limit}", str(limit)).replace("{task}", task.strip())
