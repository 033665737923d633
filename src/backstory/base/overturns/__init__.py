"""What was uttered first and overturned later, and what overturns it."""
