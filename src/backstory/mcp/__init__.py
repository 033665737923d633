"""The MCP server: the memory of a project as tools, resources and a prompt for agents. A door beside `cli`."""
