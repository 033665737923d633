"""What a conversation holds that is worth keeping: sessions, commands and their outcome, rules, statements, runs.

Functions over turns. Nothing here reads a file, writes one or knows the store: `memory` does.
"""
