"""Who plays: identities, passwords, sessions, tokens, and what each may do."""
