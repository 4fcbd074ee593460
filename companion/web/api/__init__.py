"""The tables for programs: state, entries and stream as JSON, and problems as documents."""
