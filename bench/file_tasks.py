"""Mines tasks for `bench/relevance.py` from public histories, and compares two rankings repository by repository.

    python bench/file_tasks.py mine --repos DIR_OF_CLONES --part open > open.jsonl
    python bench/relevance.py --tasks open.jsonl --repos DIR_OF_CLONES --dump before.jsonl    # change something
    python bench/relevance.py --tasks open.jsonl --repos DIR_OF_CLONES --dump after.jsonl
    python bench/file_tasks.py compare before.jsonl after.jsonl

A task is a commit: its message is the goal, the code files that it changed are the answer, and the ranking sees the
tree and the history as they were at its parent. `backstory.code.tasks` says which commits serve.

A third of the repositories is sealed: which ones the hash of the seed and the name decides. A weight or rule is
chosen on the open ones, and stays only if the mean over repositories gains, and does not lose on those of `--part
check`, on which nothing was fitted. The sealed ones are for a last look.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from backstory.code.tasks import history_tasks
from backstory.git.repository import Git

SEED: Final = "file-tasks-1"
DRAWS: Final = 1_000
REPOSITORIES: Final[dict[str, str]] = {
    "Alamofire/Alamofire": "7595cbcf59809f9977c5f6378500de2ad73b7ddb",
    "apple/swift-argument-parser": "2f77f2fccb6e84fecff338c37b199e33e7dfd119",
    "AutoMapper/AutoMapper": "4b9633f60ee386cf0efc69b967e04fa28405cf3e",
    "axios/axios": "23a25af0688d1db2c396deb09229d2271cc24f6c",
    "bats-core/bats-core": "d22e41faad59f5fd942a88c992b4913a27a460c4",
    "BurntSushi/ripgrep": "3fce3b5bb0236da2df6d99672afb8a719642eca7",
    "celery/celery": "5dc781f0bd5f36186bfcc74e0a4f9f654452c69b",
    "charmbracelet/bubbletea": "73b6d91ac1c3854dd4af046ab5f9e51d3b3b4290",
    "colinhacks/zod": "e516c3baf22615e20934116abebfed6c000222c2",
    "DapperLib/Dapper": "6d48ef664acc7298c649e2d449d903b3360d5a90",
    "elixir-ecto/ecto": "c624abf4297b27589a5a7351b55feb2316f61e1c",
    "encode/httpx": "ae1b9f66238f75ced3ced5e4485408435de10768",
    "expressjs/express": "a3714473feb3d2908add734d340e7755fd85e0a3",
    "FasterXML/jackson-core": "b367da1c30a25e99fbf2c30876e948b578c86846",
    "fmtlib/fmt": "60ccad511fd680cb91d8b60a315759f71c67bef9",
    "gabime/spdlog": "62302019babd8fdf63c1c6dc4c9faa48d441a7f0",
    "go-chi/chi": "735ae2b87f8c733d616e809ae86e0985c1bc3350",
    "google/leveldb": "78a352f47ed6c1e9d750545e9b242289185b87e1",
    "guzzle/guzzle": "2779e868a00289e1b1fd854af030c43a06f4bcb4",
    "honojs/hono": "28a9c128912de19f3fb28b00ae289c9b93f6f392",
    "httpie/cli": "5b604c37c6c67e18e7c3e9aee6c88a8c22b98345",
    "InsertKoinIO/koin": "fff5291f333c04fe5d6d9447f72740647d40d186",
    "jekyll/jekyll": "202df571314ba1d18e9fccd81d12aaad4a703c38",
    "jhy/jsoup": "46b620860af930eedc193a705eaf7cea5aec89a6",
    "jqlang/jq": "579e6f76cffd7643ba4002a2c3618a5ea710589a",
    "junegunn/fzf": "956562daaa82ddf55ea8f7aeab56883377b742c6",
    "labstack/echo": "05489dc1730161df26b72d1ae2a3ba6fb8178fc7",
    "libuv/libuv": "6179e7af87413396d5853a1c3722c8b5749336c8",
    "marshmallow-code/marshmallow": "341b927f219205704728c05cd61f04d7e9727523",
    "mochajs/mocha": "e6b9ee773481fd739ae24caeb42f32ac0b010f95",
    "mockito/mockito": "ee8a330da0218f32d5964acdeaa3ac39e2c6ce14",
    "mwaskom/seaborn": "f04b6cd5484267a0885d1fed068e99dff3a1b226",
    "pallets/click": "2c8cd3ac958a7eb316d67f2d316c27086c4c0369",
    "pallets/flask": "2ac89889f4cc330eabd50f295dcef02828522c69",
    "pmndrs/zustand": "f094eebe9bd3b4b0d77b997f69ab1d273f69a877",
    "reduxjs/redux": "3084fc33bb23ab4cab4796172eafe342da4e73d9",
    "scopt/scopt": "75cd14c9e1f517e9d1beb8de9e3427e40630f1cb",
    "seanmonstar/reqwest": "065a5ae5209d27d4f4e3c4409725672c49a8aa39",
    "Seldaek/monolog": "57eb1028342134e701e77c617565d51b6e5a2a53",
    "serilog/serilog": "60935b4d7abad71cf6157b45a10f5c3c65ead527",
    "sharkdp/bat": "2ba8db9c14e5794572f5ea338c2b90404c9769cb",
    "sidekiq/sidekiq": "1bb4aa06e5aa178a114a5e855f9f3d5c24f6c61b",
    "sinatra/sinatra": "cb22afd7902b566b6eaba6c4ea89739494a65d12",
    "spf13/cobra": "adbc8813901bba65827259daa8e22ff94ec1f30e",
    "square/moshi": "889013ec2edb8d8034902662a1dc8c4f3b3f8111",
    "square/okio": "4164f2976ac7174f3d35d52150e8ffbdbe0acbec",
    "tmux/tmux": "c1f947a3c5bc72a40c32dead736f84c4628791ec",
    "tokio-rs/axum": "3d78036dcac289d6c1d54934708acb6a5bd73686",
    "twigphp/Twig": "f3db1d1a0c5cc21fad255bd6690bbde16d378459",
    "urfave/cli": "1305a08200f7c4d873e28bd2bbad1ff257c6cfc4",
}  # fmt: skip
"""owner/name -> the commit from which tasks are mined backwards."""

CHECKED: Final[dict[str, str]] = {
    "aio-libs/aiohttp": "495e778360d1924da63e16dba0f0d76baf56a56a",
    "AntennaPod/AntennaPod": "b7ee12ccfc026b7fe6ca7206a925a05a23e15cca",
    "caddyserver/caddy": "0cf03d32f7d99cf160d5375e8a40fbe3d910d515",
    "clap-rs/clap": "6982fb1c98c7247e38a6d4f04191b94e30497e7b",
    "composer/composer": "eba7baa59eb1b59246cf9800b0120fe78915b6ac",
    "curl/curl": "5c61e168698a72b87437d58ed728bcdea6d5db42",
    "eslint/eslint": "c27bc926e496985eb7911c09eb60914b2e4b5d0f",
    "etcd-io/etcd": "c34dc7ee0048fd2bcc44d50beff002e5e8069b69",
    "fastapi/fastapi": "c3f316b7e814667e8ee81e03a7330d00ee61e45c",
    "gohugoio/hugo": "7b5199fdeff7d7682e9f979f468d55bc7b67b934",
    "helix-editor/helix": "079a789e8cb08ead67f19e1971a1b7438b37354b",
    "JamesNK/Newtonsoft.Json": "09bb545d72969ad7fb4ea07db0d5c34f4fc07877",
    "jellyfin/jellyfin": "c3ed1407ca698b0905de99da87b67415e6a62dbd",
    "ktorio/ktor": "ef92e5537d7465961f1b3f2b21e217fc35bcfa1f",
    "laravel/framework": "bd71b45fbb7e672957bf6ff61baddefe15fbca6a",
    "netty/netty": "0bb88a3e061f77355627e7fd7fc170ffdada7578",
    "nlohmann/json": "199dea11b17c533721b26249e2dcaee6ca1d51d3",
    "pallets/werkzeug": "1b00618e787f40dfb21eba29caf8f8be7c8e1d93",
    "paperless-ngx/paperless-ngx": "b0e0e8a35373a5d9d588a507cb63c79e50a23403",
    "phoenixframework/phoenix": "167c46950cf53aef363d672687cc653267c20aa6",
    "prettier/prettier": "4f84a934201322ca87750e2b9b25baf296da6560",
    "prometheus/prometheus": "d15adb9ad7e5d9fbde3a9a8f30200593a5a14d86",
    "psf/black": "8947c48ef2077c3a301b03c1e814dc2e3f78436e",
    "pypa/pip": "6d309205789d368b2749d93fd6193d584811efd5",
    "redis/redis": "4f8cdc2a1ea53e42955af758aabffee67cb455dd",
    "rubocop/rubocop": "3a42c622171794510e03999c8d55129b73c5dc8f",
    "rust-lang/cargo": "af373f761aa4e42b093c2e453078fd73c8ce54dd",
    "rust-lang/mdBook": "641d06abe7d10d981ed61dd2711a30e4119666cd",
    "scrapy/scrapy": "11079cb1c85b9e75a39a7269943c69d1a975d485",
    "square/retrofit": "0b118105fe8436791436b8bc9c95b9aa2cfd3bdd",
    "vapor/vapor": "13efaeefd52a965009fc6a69a96ba66e7f20402e",
    "vuejs/core": "e2bede96134f757aad5c5b33ac9be055022dbfc8",
    "webpack/webpack": "bc3e930f75e3f6ecbdf193a0dedf6067ea3a286b",
    "zyedidia/micro": "3a7403bde4d508afea93a94d1113ca73cf37c1c1",
}  # fmt: skip
"""The same of larger repositories on which no weight was fitted: what gains on the open ones has to hold on these."""


def is_sealed(repository: str) -> bool:
    """Whether a repository belongs to the third that nothing is chosen on."""
    return sha1(f"{SEED}:{repository}".encode(), usedforsecurity=False).digest()[0] % 3 == 0


def mine(repos: Path, part: str, limit: int) -> list[dict[str, Any]]:
    """Up to `limit` tasks of each repository of a part: `open`, `check` or `sealed`."""
    tasks: list[dict[str, Any]] = []
    for name, head in sorted((CHECKED if part == "check" else REPOSITORIES).items()):
        folder = repos / name.replace("/", "+")
        if part != "check" and is_sealed(name) != (part == "sealed"):
            continue
        if not folder.exists():
            print(f"{name}: no clone at {folder}, left out", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as work:  # a bare repository has no tree that `Git` could stand for
            clone = ["git", "clone", "-q", "--shared", "--no-checkout", str(folder), f"{work}/clone"]
            subprocess.run(clone, check=True)
            mined = history_tasks(Git(f"{work}/clone", os.environ), head, limit=limit, window=1_000)
        tasks += [
            {"id": f"{name}@{task.id}", "repo": name, "source": "commit", "sets": [], "lang": task.language,
             "base_commit": task.base, "goal": task.goal, "author": task.author,
             "gold_files": list(task.gold)}
            for task in mined
        ]  # fmt: skip
    return tasks


def compare(before: Path, after: Path) -> str:
    """The gain in MRR and hit@k as a mean over repositories, with the 90 % interval of a paired bootstrap.

    A draw takes repositories first and tasks within each, so that one large repository does not decide.
    """
    pairs = _pairs(before, after)
    lines = [f"{sum(map(len, pairs.values()))} tasks of {len(pairs)} repositories; mean over repositories"]
    for name, score in (("MRR", _reciprocal), ("hit@1", _hit(1)), ("hit@5", _hit(5)), ("hit@10", _hit(10))):
        old = {repo: [score(one) for one, _ in rows] for repo, rows in pairs.items()}
        new = {repo: [score(two) for _, two in rows] for repo, rows in pairs.items()}
        gains = {repo: [b - a for a, b in zip(old[repo], new[repo], strict=True)] for repo in pairs}
        low, high = _interval(gains)
        better = sum(sum(values) > 0 for values in gains.values())
        worse = sum(sum(values) < 0 for values in gains.values())
        first, second = _mean_over(old), _mean_over(new)
        lines.append(
            f"{name:7} {first:.3f} -> {second:.3f}  {second - first:+.3f} [{low:+.3f}, {high:+.3f}]"
            f"  better in {better}, worse in {worse} repositories"
        )
    return "\n".join(lines)


def _pairs(before: Path, after: Path) -> dict[str, list[tuple[list[int], list[int]]]]:
    """Repository -> the places of the gold files (before, after), for each task that both runs hold."""
    old, new = _by_id(before), _by_id(after)
    pairs: dict[str, list[tuple[list[int], list[int]]]] = defaultdict(list)
    for id_ in sorted(old.keys() & new.keys()):
        pairs[old[id_]["repo"]].append((old[id_]["ours"], new[id_]["ours"]))
    return pairs


def _by_id(path: Path) -> dict[str, Any]:
    rows = map(json.loads, path.read_text().splitlines())
    return {row["id"]: row for row in rows}


def _reciprocal(places: Sequence[int]) -> float:
    return 1 / min(places) if places else 0.0


def _hit(most: int) -> Any:
    return lambda places: float(bool(places) and min(places) <= most)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _mean_over(values: dict[str, list[float]]) -> float:
    return _mean([_mean(each) for each in values.values()])


def _interval(gains: dict[str, list[float]]) -> tuple[float, float]:
    draw = random.Random(SEED)
    groups = list(gains.values())
    means = sorted(
        _mean([_mean(draw.choices(group, k=len(group))) for group in draw.choices(groups, k=len(groups))])
        for _ in range(DRAWS)
    )
    return means[len(means) // 20], means[-len(means) // 20]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    mining = verbs.add_parser("mine", help="print tasks, one JSON object a line")
    mining.add_argument("--repos", type=Path, required=True, help="folder that holds the clones, named owner+name")
    mining.add_argument("--part", choices=["open", "check", "sealed"], default="open")
    mining.add_argument("--limit", type=int, default=15, help="tasks of each repository at most")
    comparing = verbs.add_parser("compare", help="compare two dumps of bench/relevance.py")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    args = parser.parse_args(argv)
    if args.verb == "mine":
        for task in mine(args.repos, args.part, args.limit):
            print(json.dumps(task))
    else:
        print(compare(args.before, args.after))
    return 0


if __name__ == "__main__":
    sys.exit(main())
