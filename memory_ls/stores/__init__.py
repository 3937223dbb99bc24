"""The disk: the only package that touches it. It knows nothing of notes."""
