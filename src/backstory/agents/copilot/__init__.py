"""GitHub Copilot: the CLI, the chat of VS Code, the traces of Visual Studio."""
