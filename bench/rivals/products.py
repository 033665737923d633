"""What users would pick instead: each product through its own interface, with the same texts and questions."""

import json
import math
import os
import re
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LIMIT = 10
WORD = re.compile(r"\w+")
STOP = frozenset(
    (
        "a", "an", "and", "are", "as", "at", "be", "by", "did", "do", "does", "for", "from", "had", "has", "have",
        "how", "i", "in", "is", "it", "of", "on", "or", "that", "the", "this", "to", "was", "we", "were", "what",
        "when", "where", "which", "who", "why", "will", "with", "you",
    )
)  # fmt: skip
"""Words that no query needs."""


class Answer(NamedTuple):
    """What a product gives for a question."""

    entries: list[str]
    """The texts, best first."""
    text: str
    """All that comes back, which an agent pays for."""


class Product:
    """A product at work on the texts of one project."""

    def prepare(self, question: Mapping[str, Any]) -> None:
        """Gets ready for a question of the suite. This is not timed."""

    def ask(self, question: str) -> Answer:
        raise NotImplementedError

    def close(self) -> None:
        """Ends what was started."""


def list_words(text: str) -> list[str]:
    """The words of a text that mean something, in lower case."""
    return [word for word in WORD.findall(text.lower()) if word not in STOP]


class Notes(Product):
    """A file with all texts, one a line, read whole."""

    def __init__(self, folder: Path, texts: Sequence[str]) -> None:
        self._texts = [*texts]

    def ask(self, question: str) -> Answer:
        return Answer(self._texts, "\n".join(self._texts))


class Grep(Notes):
    """`grep -i` for any word of the question in that file. Lines with most of the words come first."""

    def ask(self, question: str) -> Answer:
        words = set(list_words(question))
        counts = [(sum(word in text.lower() for word in words), -place) for place, text in enumerate(self._texts)]
        lines = [self._texts[-place] for count, place in sorted(counts, reverse=True) if count][:LIMIT]
        return Answer(lines, "\n".join(lines))


class FullText(Product):
    """SQLite's FTS5 with its porter tokenizer: the words of the question joined by OR, ranked by BM25."""

    def __init__(self, folder: Path, texts: Sequence[str]) -> None:
        self._con = sqlite3.connect(":memory:")
        self._con.execute("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize = 'porter unicode61')")
        self._con.executemany("INSERT INTO notes VALUES (?)", [(text,) for text in texts])

    def ask(self, question: str) -> Answer:
        match = " OR ".join(f'"{word}"' for word in list_words(question)) or '""'
        query = "SELECT text FROM notes WHERE notes MATCH ? ORDER BY bm25(notes) LIMIT ?"
        lines = [row[0] for row in self._con.execute(query, (match, LIMIT))]
        return Answer(lines, "\n".join(lines))

    def close(self) -> None:
        self._con.close()


class Server:
    """A program that speaks MCP on its standard streams."""

    def __init__(self, command: Sequence[str], folder: Path, **environ: str) -> None:
        home = folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"HOME": str(home)} | environ, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._number = 0
        client = {"name": "bench", "version": "1"}
        self._send("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": client})
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> str:
        """The text of what a tool returns. Raises `RuntimeError` where the tool says that it failed."""
        result = self._send("tools/call", {"name": tool, "arguments": arguments})
        text = "\n".join(part.get("text", "") for part in result.get("content", ()))
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {text[:200]}")
        return text

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout
        for line in self._process.stdout:
            answer = json.loads(line) if line.startswith("{") else {}
            if answer.get("id") == self._number:
                result: dict[str, Any] = answer.get("result") or {}
                return result
        raise RuntimeError("the server has ended")


class MemoryServer(Product):
    """The reference MCP memory server: an entity for each text, `search_nodes` for the question, then for each word.

    It looks for the whole query as one piece of text, so a question by itself finds nothing. A patient agent tries
    words; entities that most of them find come first.
    """

    def __init__(self, folder: Path, texts: Sequence[str], programs: Path) -> None:
        self._server = Server([str(programs / "mcp-server-memory")], folder, MEMORY_FILE_PATH=str(folder / "m.jsonl"))
        entities = [
            {"name": f"note-{place}", "entityType": "note", "observations": [text]} for place, text in enumerate(texts)
        ]
        self._server.call("create_entities", entities=entities)

    def ask(self, question: str) -> Answer:
        replies = [self._server.call("search_nodes", query=word) for word in [question, *list_words(question)]]
        counts: Counter[str] = Counter()
        for reply in replies:
            entities = json.loads(reply)["entities"]
            for entity in entities:
                counts[entity["observations"][0]] += math.log(1000 / len(entities))
        return Answer([text for text, _ in counts.most_common(LIMIT)], "\n".join(replies))

    def close(self) -> None:
        self._server.close()


class ContextMode(Product):
    """context-mode: texts as sections of one document, `ctx_search` for the question.

    It refuses the ninth search within a minute, so the server is started again before that; the answers are the same.
    """

    def __init__(self, folder: Path, texts: Sequence[str], programs: Path) -> None:
        self._texts = [*texts]
        self._folder, self._program = folder, str(programs / "context-mode")
        self._start()

    def ask(self, question: str) -> Answer:
        text = self._server.call("ctx_search", queries=[question], limit=LIMIT)
        self._left -= 1
        return Answer(list_shown(text, self._texts), text)

    def prepare(self, question: Mapping[str, Any]) -> None:
        if not self._left:
            self.close()
            self._start()

    def close(self) -> None:
        self._server.close()

    def _start(self) -> None:
        self._left = 6
        self._server = Server([self._program], self._folder)
        document = "\n\n".join(f"## note {place}\n\n{text}" for place, text in enumerate(self._texts))
        self._server.call("ctx_index", content=document, source="notes")


class AgentMemory(Product):
    """agentmemory without its server: `memory_save` for each text, `memory_smart_search` for the question.

    A question finds only what has all of its words, so words are tried one by one where it finds nothing.
    """

    def __init__(self, folder: Path, texts: Sequence[str], programs: Path) -> None:
        self._texts = [*texts]
        self._server = Server([str(programs / "agentmemory"), "mcp"], folder)
        for text in texts:
            self._server.call("memory_save", content=text, type="fact")

    def ask(self, question: str) -> Answer:
        reply = self._search(question)
        if stated := list_shown(reply, self._texts):
            return Answer(stated, reply)
        replies = [reply, *map(self._search, list_words(question))]
        lists = [list_shown(one, self._texts) for one in replies[1:]]
        counts = Counter(text for stated in lists for text in stated)
        return Answer([text for text, _ in counts.most_common(LIMIT)], "\n".join(replies))

    def close(self) -> None:
        self._server.close()

    def _search(self, text: str) -> str:
        return self._server.call("memory_smart_search", query=text, limit=LIMIT)


class StaticEmbedding(Product):
    """A small static embedding model from a wheel (`wordllama`), cosine over all texts, nothing else."""

    def __init__(self, folder: Path, texts: Sequence[str], programs: Path) -> None:
        self._texts = [*texts]
        self._process = subprocess.Popen(
            [str(programs / "python"), "-c", EMBED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self._process.stdin
        self._process.stdin.write(json.dumps(self._texts) + "\n")
        self._process.stdin.flush()

    def ask(self, question: str) -> Answer:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        places = json.loads(self._process.stdout.readline())
        lines = [self._texts[place] for place in places]
        return Answer(lines, "\n".join(lines))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


EMBED = f"""
import json, os, sys
import numpy, wordllama
folder = os.path.dirname(wordllama.__file__)  # the wheel holds weights and tokenizer, so nothing is downloaded
model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
table = model.embed(json.loads(sys.stdin.readline()), norm=True)
for line in sys.stdin:
    scores = table @ model.embed([json.loads(line)], norm=True)[0]
    print(json.dumps([int(place) for place in numpy.argsort(-scores)[:{LIMIT}]]), flush=True)
"""


def list_shown(answer: str, texts: Sequence[str]) -> list[str]:
    """The texts that an answer tells, in its order: each is looked for by its first words."""
    flat = " ".join(json_free(answer).split())
    places = [(flat.find(" ".join(text.split())[:60]), text) for text in texts]
    return [text for place, text in sorted(places) if place >= 0][:LIMIT]


def json_free(text: str) -> str:
    """A text without the escapes of JSON."""
    return text.replace('\\"', '"').replace("\\n", " ").replace("\\u2014", "—").replace("\\\\", "\\")
