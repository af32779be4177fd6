"""Players without a person: from what a viewer sees to a command."""
