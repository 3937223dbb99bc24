"""The command line's door: one module a command, each with `run(options) -> exit code`; imported when it runs."""
