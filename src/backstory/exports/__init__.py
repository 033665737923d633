"""Writes records in the formats of other tools: a table of forms and a writer for each. Nothing here touches a file."""
