"""Code that the pennant scenario writes into starlette/staticfiles.py and its tests."""

STATIC = "starlette/staticfiles.py"
TESTS = "tests/test_staticfiles.py"

INIT_OLD = """        follow_symlink: bool = False,
    ) -> None:
        self.directory = directory
"""
INIT_NEW = """        follow_symlink: bool = False,
        precompressed: Sequence[str] = (),
    ) -> None:
        self.directory = directory
        self.precompressed = tuple(precompressed)
"""

# The first try: inside of lookup_path.
TRY_CALL_OLD = (
    "full_path, stat_result = await anyio.to_thread.run_sync(self.lookup_path, path)\n        except PermissionError:"
)
TRY_CALL_NEW = """self.suffixes = [ENCODING_SUFFIXES[x] for x in self.precompressed if x in scope_encodings(scope)]
            full_path, stat_result = await anyio.to_thread.run_sync(self.lookup_path, path)
        except PermissionError:"""
TRY_OLD = """            try:
                return full_path, os.stat(full_path)
            except (FileNotFoundError, NotADirectoryError):
                continue
"""
TRY_NEW = """            for suffix in [*self.suffixes, ""]:
                try:
                    return full_path + suffix, os.stat(full_path + suffix)
                except (FileNotFoundError, NotADirectoryError):
                    continue
"""

HEAD_OLD = 'PathLike = Union[str, "os.PathLike[str]"]\n'
HEAD_NEW = '''PathLike = Union[str, "os.PathLike[str]"]

ENCODING_SUFFIXES = {"br": ".br", "gzip": ".gz"}
MINIMUM_SIZE = 500
"""Files that are smaller than this are sent as they are."""
'''

SERVE_OLD = """            # We have a static file to serve.
            return self.file_response(full_path, stat_result, scope)
"""
SERVE_NEW = """            # We have a static file to serve.
            if sibling := await self._find_sibling(path, stat_result, scope):
                return self._sibling_response(full_path, sibling, scope)
            return self.file_response(full_path, stat_result, scope)
"""

METHODS_OLD = """    async def check_config(self) -> None:
"""
METHODS_NEW = '''    async def _find_sibling(
        self, path: str, stat_result: os.stat_result, scope: Scope
    ) -> tuple[str, str, os.stat_result] | None:
        """
        Return encoding, path and stat result of the compressed sibling of a file
        that the client accepts, by way of `lookup_path`, which checks the directory.
        """
        headers = Headers(scope=scope)
        if "range" in headers or stat_result.st_size < MINIMUM_SIZE:
            return None
        for encoding in self.precompressed:
            if encoding in headers.get("accept-encoding", ""):
                sibling_path = path + ENCODING_SUFFIXES[encoding]
                full_path, sibling_stat = await anyio.to_thread.run_sync(self.lookup_path, sibling_path)
                if sibling_stat is not None and stat.S_ISREG(sibling_stat.st_mode):
                    return encoding, full_path, sibling_stat
        return None

    def _sibling_response(self, full_path: str, sibling: tuple[str, str, os.stat_result], scope: Scope) -> Response:
        encoding, sibling_path, stat_result = sibling
        media_type = guess_type(full_path)[0] or "text/plain"
        response = FileResponse(sibling_path, media_type=media_type, stat_result=stat_result)
        response.headers["content-encoding"] = encoding
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response

    async def check_config(self) -> None:
'''

TEST_TAIL_OLD = "def test_staticfiles_relative_directory_symlinks("
TEST_404 = """def test_staticfiles_precompressed_404_html(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    (tmp_path / "404.html").write_text("<p>gone</p>" * 100)
    (tmp_path / "404.html.gz").write_bytes(gzip.compress(b"<p>gone</p>" * 100))

    client = test_client_factory(StaticFiles(directory=tmp_path, html=True, precompressed=["gzip"]))
    response = client.get("/missing.html")
    assert response.status_code == 404
    assert response.text == "<p>gone</p>" * 100


"""
TEST_ONE = """def test_staticfiles_precompressed_gzip(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    (tmp_path / "app.js").write_text("let x;" * 300)
    (tmp_path / "app.js.gz").write_bytes(gzip.compress(b"let x;" * 300))

    client = test_client_factory(StaticFiles(directory=tmp_path, precompressed=["br", "gzip"]))
    response = client.get("/app.js", headers={"Accept-Encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.text == "let x;" * 300

    response = client.get("/app.js", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-5"})
    assert "content-encoding" not in response.headers
    assert response.text == "let x;"


def test_staticfiles_precompressed_symlink_outside(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "app.js").write_text("let x;" * 300)
    (tmp_path / "secret.gz").write_bytes(gzip.compress(b"secret"))
    (static / "app.js.gz").symlink_to(tmp_path / "secret.gz")

    client = test_client_factory(StaticFiles(directory=static, precompressed=["gzip"]))
    response = client.get("/app.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in response.headers


"""

PARSER_OLD = "class NotModifiedResponse(Response):\n"
PARSER_NEW = '''def _accepted_encodings(header: str) -> set[str]:
    """The codings of an Accept-Encoding header, without those that `q=0` refuses."""
    accepted = set()
    for item in header.split(","):
        coding, _, weight = item.partition(";")
        if not re.fullmatch(r"\\s*q=0(\\.0*)?\\s*", weight):
            accepted.add(coding.strip().lower())
    return accepted


class NotModifiedResponse(Response):
'''
ACCEPT_OLD = """            if encoding in headers.get("accept-encoding", ""):
"""
ACCEPT_NEW = """            if encoding in _accepted_encodings(headers.get("accept-encoding", "")):
"""
TEST_Q0 = """def test_staticfiles_precompressed_refused(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    (tmp_path / "app.js").write_text("let x;" * 300)
    (tmp_path / "app.js.gz").write_bytes(gzip.compress(b"let x;" * 300))

    client = test_client_factory(StaticFiles(directory=tmp_path, precompressed=["gzip"]))
    response = client.get("/app.js", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in response.headers
    assert response.headers["vary"] == "Accept-Encoding"


"""
VARY_OLD = """            if sibling := await self._find_sibling(path, stat_result, scope):
                return self._sibling_response(full_path, sibling, scope)
            return self.file_response(full_path, stat_result, scope)
"""
VARY_NEW = """            if sibling := await self._find_sibling(path, stat_result, scope):
                response = self._sibling_response(full_path, sibling, scope)
            else:
                response = self.file_response(full_path, stat_result, scope)
            if self.precompressed:
                response.headers.add_vary_header("Accept-Encoding")
            return response
"""

STALE_OLD = """                if sibling_stat is not None and stat.S_ISREG(sibling_stat.st_mode):
                    return encoding, full_path, sibling_stat
"""
STALE_NEW = """                if sibling_stat is None or not stat.S_ISREG(sibling_stat.st_mode):
                    continue
                if sibling_stat.st_mtime < stat_result.st_mtime:
                    # Left over from an earlier build.
                    continue
                return encoding, full_path, sibling_stat
"""
TEST_STALE = """def test_staticfiles_precompressed_stale_sibling(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    (tmp_path / "app.js").write_text("let x;" * 300)
    (tmp_path / "app.js.gz").write_bytes(gzip.compress(b"let y;" * 300))
    os.utime(tmp_path / "app.js.gz", (1_700_000_000, 1_700_000_000))

    client = test_client_factory(StaticFiles(directory=tmp_path, precompressed=["gzip"]))
    response = client.get("/app.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in response.headers
    assert response.text == "let x;" * 300


"""
TEST_SECOND = """def test_staticfiles_precompressed_whole_second_mtime(tmp_path: Path, test_client_factory: TestClientFactory) -> None:
    (tmp_path / "app.js").write_text("let x;" * 300)
    (tmp_path / "app.js.gz").write_bytes(gzip.compress(b"let x;" * 300))
    os.utime(tmp_path / "app.js", (1_700_000_000.75, 1_700_000_000.75))
    os.utime(tmp_path / "app.js.gz", (1_700_000_000, 1_700_000_000))

    client = test_client_factory(StaticFiles(directory=tmp_path, precompressed=["gzip"]))
    response = client.get("/app.js", headers={"Accept-Encoding": "gzip"})
    assert response.headers.get("content-encoding") == "gzip"


"""
