"""What reads the memory: briefs, reasons behind code, history, status."""
