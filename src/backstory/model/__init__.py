"""The words of Backstory: plain structures that everything above speaks in. No I/O, no clock, no environment."""
