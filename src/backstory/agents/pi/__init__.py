"""Pi, Oh My Pi and OpenClaw."""
