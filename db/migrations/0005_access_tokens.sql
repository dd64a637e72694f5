-- Directory: leads from a personal access token to a user. Only the SHA-256 is kept; the token is shown once.
create table access_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  id uuid not null,
  user_id bigint not null,
  name text not null check (char_length(name) between 1 and 80),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'run']),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
-- Serves the list on /settings.
create index access_tokens_by_user on access_tokens (user_id, created_at desc);
