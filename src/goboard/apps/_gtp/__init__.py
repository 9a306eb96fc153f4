"""The engine behind `goboard.apps.gtp`: a session, and its commands by group."""
