"""Regular expressions for sentences: each is compiled when a text first has the words without which it cannot match."""
