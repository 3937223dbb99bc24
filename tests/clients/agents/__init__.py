"""Real coding agents in tests: models that follow a script, and what is common to starting an agent."""
