"""The licence of a repository as an SPDX expression, guessed from its text or its metadata.

Identifiers: https://spdx.org/licenses. A guess by the words that tell licences apart, not a comparison of whole texts.
"""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

FILE: Final = late_pattern(r"(?:licen[sc]e|copying|unlicense)(?:[-._][\w.-]+)?$", re.IGNORECASE)
"""Names of files that hold a licence, in the top folder."""
_READ: Final = 4000
_EXPRESSION: Final = late_pattern(
    r"\(?[A-Za-z][\w.+-]{1,40}\)?(?: (?:OR|AND|WITH|or|and|with) \(?[A-Za-z][\w.+-]{1,40}\)?){0,5}$"
)

# Most telling first; all words of a row must be there, in lower case with single blanks.
_TEXTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("AGPL-3.0", ("gnu affero general public license", "version 3")),
    ("LGPL-3.0", ("gnu lesser general public license", "version 3")),
    ("LGPL-2.1", ("gnu lesser general public license", "version 2.1")),
    ("LGPL-2.0", ("gnu library general public license", "version 2")),
    ("GPL-3.0", ("gnu general public license", "version 3")),
    ("GPL-2.0", ("gnu general public license", "version 2")),
    ("Apache-2.0", ("apache license", "version 2.0")),
    ("MPL-2.0", ("mozilla public license", "2.0")),
    ("MPL-1.1", ("mozilla public license", "1.1")),
    ("EPL-2.0", ("eclipse public license", "2.0")),
    ("EPL-1.0", ("eclipse public license", "1.0")),
    ("EUPL-1.2", ("european union public licence", "1.2")),
    ("BSL-1.0", ("boost software license", "version 1.0")),
    ("BUSL-1.1", ("business source license 1.1",)),
    ("SSPL-1.0", ("server side public license", "version 1")),
    ("Elastic-2.0", ("elastic license 2.0",)),
    ("PSF-2.0", ("python software foundation license version 2",)),
    ("Unlicense", ("this is free and unencumbered software released into the public domain",)),
    ("CC0-1.0", ("cc0 1.0 universal",)),
    ("CC-BY-SA-4.0", ("attribution-sharealike 4.0 international",)),
    ("CC-BY-4.0", ("attribution 4.0 international",)),
    ("WTFPL", ("do what the fuck you want to public license",)),
    ("Zlib", ("this software is provided 'as-is', without any express or implied warranty", "altered source versions")),
    ("0BSD", ("permission to use, copy, modify, and/or distribute this software", "zero-clause bsd")),
    ("ISC", ("permission to use, copy, modify, and/or distribute this software", "above copyright notice")),
    ("ISC", ("permission to use, copy, modify, and distribute this software for any", "above copyright notice")),
    ("0BSD", ("permission to use, copy, modify, and/or distribute this software for any purpose with or without fee",)),
    ("MIT-0", ("mit no attribution",)),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "neither the name")),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "may not be used to endorse or promote")),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "may be used to endorse or promote")),
    ("BSD-2-Clause", ("redistribution and use in source and binary forms",)),
    ("MIT", ("permission is hereby granted, free of charge, to any person obtaining a copy",)),
)  # fmt: skip
_TITLES: Final[dict[str, str]] = {
    "mit": "MIT",
    "mit license": "MIT",
    "the mit license": "MIT",
    "mit license (mit)": "MIT",
    "apache 2": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache-2": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "the apache software license, version 2.0": "Apache-2.0",
    "the apache license, version 2.0": "Apache-2.0",
    "isc license (iscl)": "ISC",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "bsd": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause",
    "gnu general public license v3 (gplv3)": "GPL-3.0",
    "gnu general public license v3 or later (gplv3+)": "GPL-3.0-or-later",
    "gnu general public license v2 (gplv2)": "GPL-2.0",
    "gnu affero general public license v3": "AGPL-3.0",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0",
    "the unlicense (unlicense)": "Unlicense",
    "eclipse public license - v 2.0": "EPL-2.0",
    "eclipse public license v2.0": "EPL-2.0",
}


def of_text(text: str) -> str:
    """The SPDX identifier of a licence's text; empty when no known one is recognised."""
    head = " ".join(text[: _READ * 2].lower().split())[:_READ].replace("“", "'").replace("”", "'")
    identifier = re.search(r"spdx-license-identifier: ([\w.+-]+(?: (?:or|and|with) [\w.+-]+){0,3})", head)
    if identifier:
        return of_name(text[:_READ][text[:_READ].lower().index("spdx-license-identifier:") + 24 :].split("\n")[0])
    for name, words in _TEXTS:
        # A licence is named at its beginning; further down it is another one that is mentioned.
        if words[0] in (head[:1200] if "public license" in words[0] else head) and all(word in head for word in words):
            return name
    return ""


def of_name(name: str) -> str:
    """The SPDX expression in a manifest's text; empty when the text does not look like one."""
    name = " ".join(name.split()).strip(" .*/-#")
    expression = _TITLES.get(name.lower())
    if expression:
        return expression
    if name.upper().startswith(("SEE LICENSE", "UNLICENSED", "PROPRIETARY", "LICENSE", "FILE")):
        return "proprietary" if name.upper().startswith(("UNLICENSED", "PROPRIETARY")) else ""
    name = re.sub(r"\s*/\s*", " OR ", name)  # crates.io's old way to write it
    return name if len(name) <= 80 and _EXPRESSION.match(name) else ""


def join_licences(names: list[str]) -> str:
    """Several licence files side by side offer a choice: `Apache-2.0 OR MIT`."""
    return " OR ".join(sorted({name for name in names if name}))
