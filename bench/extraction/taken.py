"""What the extraction takes out of labelled messages."""

from labels import Labelled

from backstory.capture import selection


def find_taken(message: Labelled) -> list[dict[str, float]]:
    """What is taken out of each sentence of a message: kinds and their confidence."""
    if message.person:
        asked = message.before if message.before.endswith("?") else ""
        candidates = selection.select_prompt(message.text, asked)
    else:
        candidates = selection.select_answer(message.text, last=message.last)
    taken: list[dict[str, float]] = [{} for _ in message.sentences]
    for one in candidates:
        for place, sentence in enumerate(message.sentences):
            if one.quote.startswith(sentence.text) and "accepted" not in one.tags:
                (kind,) = selection.label_cues([one])
                taken[place][kind] = max(one.confidence, taken[place].get(kind, 0.0))
                break
    if message.person or message.last:
        _add_work_state(message, taken)
    return taken


def _add_work_state(message: Labelled, taken: list[dict[str, float]]) -> None:
    """Adds what a message says about the state of the work."""
    state = selection.find_work_state(message.text, person=message.person)
    for kind, items in zip(("state", "next", "blocker", "question"), state, strict=True):
        for place, sentence in enumerate(message.sentences):
            if any(item in sentence.text for item in items) and (kind == "next" or not message.person):
                taken[place].setdefault(kind, 1.0)
