"""The library's operations on one project's memory: a workspace, policy, the writer, answers and verbs."""
