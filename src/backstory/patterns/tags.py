"""The tag behind an order that asks for assent: `run them every time, ok?`. It is an order, not a question."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

TAG: Final = Pattern(
    r"(?<=[^\W_])[\s,.;–—-]+(?:ok(?:ay|ey)?|alright|all right|understood|got (?:it|that)"
    r"|is that (?:clear|understood)|clear|deal|klar|verstanden|einverstanden|d['’]accord|compris|vale|entendido"
    r"|de acuerdo|está claro|tá bom|va bene|capito|begrepen|хорошо|понял|ладно) ?\?+\s*$",
    re.IGNORECASE,
)
