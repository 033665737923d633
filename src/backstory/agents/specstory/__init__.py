"""SpecStory: conversations of many agents, kept as Markdown in the project."""
