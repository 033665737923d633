"""What the hook process and the rest share: finding the project, the tokenizer, the search, lines of the journal."""
