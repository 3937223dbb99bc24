"""The door for agents: tools, resources and prompts over the Model Context Protocol.

Only `server` and `notices` know the protocol and import its SDK; everything else is plain data in and out, so that it
is tested without it and another door could use it.
"""
