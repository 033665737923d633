"""What the library does with one project's memory: a workspace, policy, the writer, answers and verbs."""
