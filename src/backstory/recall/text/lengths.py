"""The length of a sentence, which a brief weighs again and again."""

from typing import Final

from backstory.base.token_estimate import estimate_tokens
from backstory.patterns.verdicts import judged

count_tokens: Final = judged(estimate_tokens)
"""The tokens of a text. The estimate is kept, so it is for what the next brief asks about as well."""
