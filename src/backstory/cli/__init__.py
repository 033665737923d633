"""The command line: one module per family of commands, loaded when its command is called."""
