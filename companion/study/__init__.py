"""Study of played deals with all cards open: what each player could force, and what was possible."""
