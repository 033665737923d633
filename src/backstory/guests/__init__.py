"""Models as guests: off until a person names one. They read what they are sent and propose; they hold no store.

`choice` makes the guest that the settings name, `consult` sends it a prompt, `statements` checks what comes back, and
the tasks (`ask`, `summarize`, `suggest`, `extract`) say what is sent and what becomes of the answer.
"""
