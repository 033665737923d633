"""The work at hand: the task, its state, what is next, what is red, what others are doing."""
