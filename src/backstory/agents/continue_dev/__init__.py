"""Continue."""
