-- Serves the worker's sweep of sessions that have run out.
create index sessions_expiry on sessions (expires_at);
