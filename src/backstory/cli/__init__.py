"""The command line: `commands/` has a file for each command, loaded when the command is called."""
