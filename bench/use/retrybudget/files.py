"""Code of the tenacity scenario, as it grows over the two days."""

HEAD_OLD = """import abc
import typing

from tenacity import _utils
"""
HEAD_TIME = """import abc
import collections
import time
import typing

from tenacity import _utils
"""
GUARD_OLD = """import time
import typing

from tenacity import _utils

if typing.TYPE_CHECKING:
    import threading

    from tenacity import RetryCallState
"""
GUARD_LOCK = """import threading
import time
import typing

from tenacity import _utils

if typing.TYPE_CHECKING:
    from tenacity import RetryCallState
"""
TAIL = """            retry_state.seconds_since_start + retry_state.upcoming_sleep
            >= self.max_delay
        )
"""
BUDGET = '''

class RetryBudget:
    """A number of retries within a period, shared by all that stop on it."""

    def __init__(self, retries: int, per: _utils.time_unit_type) -> None:
        self.retries = retries
        self.per = _utils.to_seconds(per)
        self._taken: collections.deque[float] = collections.deque()

    def left(self) -> int:
        """Return how many retries are left at the moment."""
        oldest = time.monotonic() - self.per
        while self._taken and self._taken[0] <= oldest:
            self._taken.popleft()
        return self.retries - len(self._taken)

    def charge(self) -> None:
        """Take one retry off the budget."""
        self._taken.append(time.monotonic())


class stop_when_budget_spent(stop_base):
    """Stop when the budget has no retry left."""

    def __init__(self, budget: RetryBudget) -> None:
        self.budget = budget

    def __call__(self, retry_state: "RetryCallState") -> bool:
        if self.budget.left() <= 0:
            return True
        self.budget.charge()
        return False
'''
ASK_FIRST = """        if self.budget.left() <= 0:
            return True
        self.budget.charge()
        return False
"""
ARREARS = """        if retry_state.attempt_number > 1:
            self.budget.charge()
        return self.budget.left() <= 0
"""
PLAIN = BUDGET[BUDGET.index("        self._taken: ") : BUDGET.index("\n\nclass stop_when")]
LOCKED = '''        self._taken: collections.deque[float] = collections.deque()
        self._lock = threading.Lock()

    def left(self) -> int:
        """Return how many retries are left at the moment."""
        oldest = time.monotonic() - self.per
        with self._lock:
            while self._taken and self._taken[0] <= oldest:
                self._taken.popleft()
            return self.retries - len(self._taken)

    def charge(self) -> None:
        """Take one retry off the budget."""
        with self._lock:
            self._taken.append(time.monotonic())
'''
LEFT_DEF = "    def left(self) -> int:\n"
STATE = """    def __getstate__(self) -> dict[str, typing.Any]:
        # A lock cannot be pickled, and another process has another clock.
        return {"retries": self.retries, "per": self.per}

    def __setstate__(self, state: dict[str, typing.Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

"""
TAKE_OLD = LOCKED[LOCKED.index("    def left(") :]
TAKE = '''    def left(self) -> int:
        """Return how many retries are left at the moment."""
        with self._lock:
            return self._count()

    def take(self) -> bool:
        """Take one retry off the budget; return whether there was one."""
        with self._lock:
            if self._count() <= 0:
                return False
            self._taken.append(time.monotonic())
            return True

    def _count(self) -> int:
        oldest = time.monotonic() - self.per
        while self._taken and self._taken[0] <= oldest:
            self._taken.popleft()
        return self.retries - len(self._taken)
'''
STOP_OLD = (
    '''    """Stop when the budget has no retry left."""

    def __init__(self, budget: RetryBudget) -> None:
        self.budget = budget

    def __call__(self, retry_state: "RetryCallState") -> bool:
'''
    + ARREARS
)
STOP_FIRST = '''    """Stop when the budget has no retry left.

    Another stop strategy is handed in as `first`. It is asked before anything
    is taken off the budget, so that an attempt with no retry after it is free.
    """

    def __init__(self, budget: RetryBudget, first: StopBaseT = stop_never) -> None:
        self.budget = budget
        self.first = first

    def __call__(self, retry_state: "RetryCallState") -> bool:
        return self.first(retry_state) or not self.budget.take()
'''
CALL_NEW = "        return self.first(retry_state) or not self.budget.take()\n"
OR = (
    CALL_NEW
    + """
    def __or__(self, other: stop_base) -> stop_any:
        return stop_any(other, self)
"""
)

FIRST_TEST = '''"""Retry budgets: a number of retries that many functions share."""

import pytest

from tenacity import (
    RetryBudget,
    RetryError,
    Retrying,
    stop_after_attempt,
    stop_when_budget_spent,
)
from tenacity.stop import StopBaseT


def call(stop: StopBaseT) -> int:
    """Call a function that always fails, and say how often it ran."""
    runs = 0

    def fail() -> None:
        nonlocal runs
        runs += 1
        raise OSError("payments is down")

    with pytest.raises(RetryError):
        Retrying(stop=stop)(fail)
    return runs


def test_budget_limits_the_retries() -> None:
    assert call(stop_when_budget_spent(RetryBudget(3, per=60))) == 4


def test_last_attempt_is_free() -> None:
    budget = RetryBudget(10, per=60)
    assert call(stop_when_budget_spent(budget) | stop_after_attempt(2)) == 2
    assert budget.left() == 9
'''
PYTEST = "import pytest\n"
PICKLE_IMPORT = "import pickle\n\nimport pytest\n"
PICKLE = """

def test_budget_can_be_pickled() -> None:
    budget = RetryBudget(3, per=60)
    call(stop_when_budget_spent(budget))
    retrying = Retrying(stop=stop_when_budget_spent(budget))
    stop = pickle.loads(pickle.dumps(retrying)).stop
    assert stop.budget.left() == 3
"""
LAST = "    assert budget.left() == 9\n"
PAIR = "    assert call(stop_when_budget_spent(budget) | stop_after_attempt(2)) == 2\n"
PAIR_FIRST = """    stop = stop_when_budget_spent(budget, first=stop_after_attempt(2))
    assert call(stop) == 2
"""
SUCCESS = (
    LAST
    + """

def test_retry_that_succeeds_is_charged() -> None:
    budget = RetryBudget(10, per=60)
    outcomes = iter([False, True])
    retrying = Retrying(
        stop=stop_when_budget_spent(budget), retry=retry_if_result(lambda x: not x)
    )
    assert retrying(lambda: next(outcomes))
    assert budget.left() == 9


def test_threads_never_overdraw() -> None:
    stop = stop_when_budget_spent(RetryBudget(10, per=60))
    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(call, [stop] * 16)) == 16 + 10
"""
)
IMPORTS_OLD = "import pickle\n\nimport pytest\n"
IMPORTS = "import pickle\nfrom concurrent.futures import ThreadPoolExecutor\n\nimport pytest\n"
NAMES_OLD = "    Retrying,\n    stop_after_attempt,\n"
NAMES = "    Retrying,\n    retry_if_result,\n    stop_after_attempt,\n"
IMPORTS_MOCK = IMPORTS.replace("\n\nimport pytest", "\nfrom unittest import mock\n\nimport pytest")
CLOCK = """

def test_retries_come_back_after_the_period() -> None:
    budget = RetryBudget(3, per=60)
    call(stop_when_budget_spent(budget))
    later = time.monotonic() + 61
    with mock.patch("tenacity.stop.time.monotonic", return_value=later):
        assert budget.left() == 3
"""
THREADS_END = "        assert sum(pool.map(call, [stop] * 16)) == 16 + 10\n"
CHAIN = (
    THREADS_END
    + """

def test_budget_in_a_chain_is_asked_last() -> None:
    budget = RetryBudget(10, per=60)
    stop = stop_after_delay(10) | stop_when_budget_spent(budget) | stop_after_attempt(2)
    assert call(stop) == 2
    assert budget.left() == 9
"""
)
REFUSED = (
    THREADS_END
    + """

def test_combining_a_budget_is_refused() -> None:
    with pytest.raises(TypeError, match="first="):
        stop_when_budget_spent(RetryBudget(10, per=60)) | stop_after_attempt(2)
"""
)
INIT_OLD = "from .stop import (\n    stop_after_attempt,\n"
INIT = "from .stop import (\n    RetryBudget,\n    stop_after_attempt,\n"
INIT2_OLD = "    stop_never,\n    stop_when_event_set,\n)\n"
INIT2 = "    stop_never,\n    stop_when_budget_spent,\n    stop_when_event_set,\n)\n"
ALL_OLD = '    "RetryAction",\n    "RetryCallState",\n'
ALL = '    "RetryAction",\n    "RetryBudget",\n    "RetryCallState",\n'
ALL2_OLD = '    "stop_never",\n    "stop_when_event_set",\n'
ALL2 = '    "stop_never",\n    "stop_when_budget_spent",\n    "stop_when_event_set",\n'
SHARED = (
    ARREARS
    + '''

class SharedRetryBudget(RetryBudget):
    """Spike: one budget for all processes that were forked after it was made."""

    def __init__(self, retries: int, per: _utils.time_unit_type) -> None:
        super().__init__(retries, per)
        self._period = multiprocessing.Value("d", 0.0)
        self._used = multiprocessing.Value("i", 0)

    def left(self) -> int:
        period = time.time() // self.per
        with self._used.get_lock():
            if self._period.value != period:
                self._period.value, self._used.value = period, 0
            return self.retries - self._used.value

    def charge(self) -> None:
        with self._used.get_lock():
            self._used.value += 1
'''
)
POE_OLD = 'test = "pytest"\n'
POE = POE_OLD + 'offline = "pytest -q -rs"\n'
TORNADO_OLD = """from tornado import gen, testing

from tenacity import RetryError, retry, stop_after_attempt, tornadoweb

from .test_tenacity import NoIOErrorAfterCount
"""
TORNADO = """import pytest

pytest.importorskip("tornado")

from tornado import gen, testing  # noqa: E402

from tenacity import RetryError, retry, stop_after_attempt, tornadoweb  # noqa: E402

from .test_tenacity import NoIOErrorAfterCount  # noqa: E402
"""
