"""What the tests with the inspector and the conformance suite of the Model Context Protocol start."""
