"""What is odd about the numbers, and what would mend it."""
