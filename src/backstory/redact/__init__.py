"""The gate before every durable write: finds secrets in text and replaces each with a short, keyed mark."""
