"""Reviews: the queue, answers as edits, planning and looking back."""
