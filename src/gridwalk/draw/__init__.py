"""Pictures of boards, paths and traces: pure functions of the values."""
