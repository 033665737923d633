"""What happens after a hook has answered: transcripts are read, and the next brief is composed."""
