"""Code of the pluggy scenario: the tests and the pieces that edits put in or take out."""

MANAGER, TEST, RUNNER = "src/pluggy/_manager.py", "testing/test_entrypoint_errors.py", "scripts/run_tests.py"
SPOT = "def test_without_on_error_the_exception_is_raised("

HEAD = '''"""
Entry points that cannot be loaded.
"""

import importlib.metadata
from typing import Any

import pytest

from pluggy import HookimplMarker
from pluggy import HookspecMarker


hookspec = HookspecMarker("example")
hookimpl = HookimplMarker("example")


class EntryPoint:
    group = "host"

    def __init__(self, name: str, plugin: Any) -> None:
        self.name = name
        self.plugin = plugin

    def load(self) -> Any:
        if isinstance(self.plugin, BaseException):
            raise self.plugin
        return self.plugin


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch):
    def install(**plugins: Any) -> None:
        class Distribution:
            entry_points = tuple(EntryPoint(*item) for item in plugins.items())

        monkeypatch.setattr(
            importlib.metadata, "distributions", lambda: [Distribution()]
        )

    return install


class Good:
    pass


'''
WARN_TEST = (
    HEAD
    + """def test_good_plugins_are_loaded_after_a_broken_one(install, pm) -> None:
    install(broken=ImportError("no module named charts"), good=Good())
    assert pm.load_setuptools_entrypoints("host", skip_broken=True) == 1
    assert pm.has_plugin("good")
"""
)
CALL_TEST = (
    HEAD
    + """def test_good_plugins_are_loaded_after_a_broken_one(install, pm) -> None:
    install(broken=ImportError("no module named charts"), good=Good())
    failed = []

    def on_error(ep, exc) -> None:
        failed.append((ep.name, str(exc)))

    assert pm.load_setuptools_entrypoints("host", on_error=on_error) == 1
    assert pm.has_plugin("good")
    assert failed == [("broken", "no module named charts")]


def test_without_on_error_the_exception_is_raised(install, pm) -> None:
    install(broken=ImportError("no module named charts"), good=Good())
    with pytest.raises(ImportError):
        pm.load_setuptools_entrypoints("host")
"""
)
EXIT_TEST = """def test_plugin_that_exits_is_reported(install, pm) -> None:
    install(licence=SystemExit("no dongle"), good=Good())
    failed = []
    pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: failed.append(exc))
    assert pm.has_plugin("good")
    assert isinstance(failed[0], SystemExit)


"""
SPEC = '''class Spec:
    @hookspec
    def render(self, page: str) -> None: ...

    @hookspec(historic=True)
    def host_started(self, version: str) -> None: ...


class OldArguments:
    """Written for a host whose `render` still had an argument `document`."""

    @hookimpl
    def render(self, document):
        pass  # pragma: no cover


'''
REGISTER_TEST = """def test_plugin_that_cannot_be_registered_is_reported(install, pm) -> None:
    pm.add_hookspecs(Spec)
    install(old=OldArguments(), good=Good())
    failed = []

    def on_error(ep, exc) -> None:
        failed.append((ep.name, type(exc)))

    assert pm.load_setuptools_entrypoints("host", on_error=on_error) == 1
    assert failed == [("old", PluginValidationError)]


"""
AGAIN_TEST = """def test_failed_plugin_gets_a_second_chance(install, pm) -> None:
    pm.add_hookspecs(Spec)
    install(report=OldArguments())
    pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: None)
    install(report=Good())
    assert pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: None) == 1


"""
HISTORY_TEST = """def test_history_is_not_replayed_to_a_rejected_plugin(install, pm) -> None:
    started = []

    class HalfOld(OldArguments):
        @hookimpl
        def host_started(self, version):
            started.append(version)

    pm.add_hookspecs(Spec)
    pm.hook.host_started.call_historic(kwargs={"version": "5.0"})
    install(half=HalfOld())
    pm.load_setuptools_entrypoints("host", on_error=lambda ep, exc: None)
    assert started == []


"""
LOAD = """                plugin = ep.load()
                self.register(plugin, name=ep.name)
"""
SIGNATURE = "    def load_setuptools_entrypoints(self, group: str, name: str | None = None) -> int:\n"
SKIP_SIGNATURE = """    def load_setuptools_entrypoints(
        self, group: str, name: str | None = None, *, skip_broken: bool = False
    ) -> int:
"""
SKIP = """                try:
                    plugin = ep.load()
                except Exception as exc:
                    if not skip_broken:
                        raise
                    warnings.warn(
                        PluggyWarning(f"cannot load plugin {ep.name!r}: {exc}"),
                        stacklevel=2,
                    )
                    continue
                self.register(plugin, name=ep.name)
"""
CALL_SIGNATURE = """    def load_setuptools_entrypoints(
        self,
        group: str,
        name: str | None = None,
        *,
        on_error: _OnLoadError | None = None,
    ) -> int:
"""
CALL = """                try:
                    plugin = ep.load()
                except Exception as exc:
                    if on_error is None:
                        raise
                    on_error(ep, exc)
                    continue
                self.register(plugin, name=ep.name)
"""
ALIAS = """_OnLoadError: TypeAlias = Callable[
    ["importlib.metadata.EntryPoint", BaseException], None
]
"""
DOC = """            If given, loads only plugins with the given ``name``.

        :return:
"""
NEW_DOC = """            If given, loads only plugins with the given ``name``.
        :param on_error:
            If given, is called with the entry point and the exception when a
            plugin cannot be loaded, and loading goes on with the next one.

        :return:
"""
BOTH = """                    plugin = ep.load()
                    self.register(plugin, name=ep.name)
                except (Exception, SystemExit) as exc:
                    if on_error is None:
                        raise
                    on_error(ep, exc)
                    continue
"""
FORGET = '''    def _forget_failed(self, name: str) -> None:
        """Take out what a failed registration has left behind."""
        if self.has_plugin(name):
            self.unregister(name=name)

'''
REHEARSE = """                    plugin = ep.load()
                    copy.deepcopy(self).register(plugin, name=ep.name)
                    self.register(plugin, name=ep.name)
"""
LOOP = """            for ep in dist.entry_points:
                if (
                    ep.group != group
                    or (name is not None and ep.name != name)
                    # already registered
                    or self.get_plugin(ep.name)
                    or self.is_blocked(ep.name)
                ):
                    continue
                plugin = ep.load()
                self.register(plugin, name=ep.name)
                self._plugin_distinfo.append((plugin, dist))
                count += 1
"""
THREADS = """            found = [ep for ep in dist.entry_points if ep.group == group]
            with ThreadPoolExecutor(8) as pool:
                loading = {pool.submit(ep.load): ep for ep in found}
            for done in as_completed(loading):
                try:
                    self.register(done.result(), name=loading[done].name)
                except Exception as exc:
                    self.load_errors.append(exc)
                    continue
                count += 1
"""
RUN_TESTS = '''"""
Run the tests with the metadata of a made-up release of pluggy beside src.
"""

import os
from pathlib import Path
import subprocess
import sys
import tempfile


root = Path(__file__).parent.parent
with tempfile.TemporaryDirectory() as folder:
    info = Path(folder, "pluggy-0.0.dist-info")
    info.mkdir()
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\\nName: pluggy\\nVersion: 0.0\\n"
    )
    path = os.pathsep.join([str(root / "src"), folder])
    sys.exit(
        subprocess.call(
            [sys.executable, "-m", "pytest", *sys.argv[1:]],
            cwd=root,
            env={**os.environ, "PYTHONPATH": path},
        )
    )
'''
