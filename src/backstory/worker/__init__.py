"""The work after a hook has answered: reads transcripts and composes the next brief."""
