"""A gate that counts what it takes out."""

from backstory.redact.gate import Gate, Redacted


class CountingGate(Gate):
    """Passes texts through a gate, whose patterns it shares, and adds up the findings in `count`."""

    def __init__(self, gate: Gate) -> None:
        vars(self).update(vars(gate))
        self.count = 0

    def check(self, text: str) -> Redacted:
        """As `Gate.check`."""
        checked = super().check(text)
        self.count += len(checked.found)
        return checked
