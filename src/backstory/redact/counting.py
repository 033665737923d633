"""A gate that counts the secrets it takes out."""

from backstory.redact.gate import Gate, Redacted


class CountingGate(Gate):
    """Passes texts through a gate, whose patterns it shares, and counts the secrets in them, each of them once."""

    def __init__(self, gate: Gate) -> None:
        gate._ready_rules()  # so that the rules are read once, and not by every gate that shares them
        vars(self).update(vars(gate))
        self._secrets: set[str] = set()

    @property
    def count(self) -> int:
        """The number of secrets. One that was taken out together with text around it counts as the same."""
        return sum(not any(other != one and other in one for other in self._secrets) for one in self._secrets)

    def check(self, text: str) -> Redacted:
        """As `Gate.check`."""
        checked = super().check(text)
        self._secrets.update(text[finding.start : finding.end] for finding in checked.findings)
        return checked
