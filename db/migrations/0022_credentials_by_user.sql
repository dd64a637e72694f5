-- Sessions, access tokens and webhooks are listed, counted and deleted by user, so their rows are with the user's other rows.
-- What a request brings (a cookie, a token, the address of a webhook) leads to them through a table of keys.
-- A key alone grants nothing: without the row of the user it is as if it did not exist.

create temporary table kept_sessions on commit drop as select * from sessions;
drop table sessions;
create table sessions (
  user_id bigint not null,
  id uuid not null,
  -- The key that is deleted with the session.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_agent text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- 30 days after it was last seen, and never past the absolute end 90 days after sign-in.
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (user_id, id),
  constraint sessions_end_is_absolute check (expires_at <= ends_at)
);
-- Serves the worker's deletion of expired sessions.
create index sessions_expiry on sessions (expires_at);
create table session_keys (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null,
  session_id uuid not null,
  ends_at timestamptz(3) not null
);
-- Serves the worker's deletion of keys of ended sessions.
create index session_keys_expiry on session_keys (ends_at);
-- Serves the deletion of an account.
create index session_keys_by_user on session_keys (user_id);
insert into sessions (user_id, id, token_hash, user_agent, created_at, last_seen_at, expires_at, ends_at)
  select user_id, id, token_hash, user_agent, created_at, last_seen_at, expires_at, ends_at from kept_sessions;
insert into session_keys (token_hash, user_id, session_id, ends_at)
  select token_hash, user_id, id, ends_at from kept_sessions;

create temporary table kept_tokens on commit drop as select * from access_tokens;
drop table access_tokens;
create table access_tokens (
  user_id bigint not null,
  id uuid not null,
  -- The key that is deleted with the token.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  name text not null check (char_length(name) between 1 and 80),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'run']),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  writes_per_day integer constraint access_tokens_writes check (writes_per_day > 0),
  runs_per_day integer constraint access_tokens_runs check (runs_per_day > 0),
  primary key (user_id, id)
);
create table access_token_keys (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null,
  token_id uuid not null
);
-- Serves the deletion of an account.
create index access_token_keys_by_user on access_token_keys (user_id);
insert into access_tokens
    (user_id, id, token_hash, name, scopes, created_at, expires_at, last_used_at, writes_per_day, runs_per_day)
  select user_id, id, token_hash, name, scopes, created_at, expires_at, last_used_at, writes_per_day, runs_per_day
  from kept_tokens;
insert into access_token_keys (token_hash, user_id, token_id) select token_hash, user_id, id from kept_tokens;

-- may shrink: repo_hooks
-- One webhook for each repository. Where two requests at once had left two, the newer one stays.
create temporary table kept_hooks on commit drop as
  select distinct on (user_id, repo_id) * from repo_hooks order by user_id, repo_id, created_at desc, hook_id;
drop table repo_hooks;
create table repo_hooks (
  user_id bigint not null,
  repo_id uuid not null,
  hook_id text not null check (char_length(hook_id) between 32 and 64),
  secret text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, repo_id)
);
create table repo_hook_keys (
  hook_id text primary key check (char_length(hook_id) between 32 and 64),
  user_id bigint not null,
  repo_id uuid not null
);
-- Serves the deletion of an account.
create index repo_hook_keys_by_user on repo_hook_keys (user_id);
insert into repo_hooks (user_id, repo_id, hook_id, secret, created_at)
  select user_id, repo_id, hook_id, secret, created_at from kept_hooks;
insert into repo_hook_keys (hook_id, user_id, repo_id) select hook_id, user_id, repo_id from kept_hooks;
