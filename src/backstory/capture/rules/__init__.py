"""The user's rules: what a prompt asks to keep to from now on."""
