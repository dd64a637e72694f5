-- Directory: leads from a cookie to a user. Only the SHA-256 of the token is kept, so a stolen dump opens nothing.
create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  id uuid not null,
  user_id bigint not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- 30 days after it was last seen, and never past the absolute end 90 days after sign-in.
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint sessions_end_is_absolute check (expires_at <= ends_at)
);
-- Serves the list on /settings and "sign out everywhere".
create index sessions_by_user on sessions (user_id, last_seen_at desc);

-- Each widget hash is good once. Rows past their freshness can never be replayed and are swept at sign-in.
create table login_hashes (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null
);
-- Serves the sweep.
create index login_hashes_expiry on login_hashes (expires_at);
