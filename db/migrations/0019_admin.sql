-- What admins did, each written in the transaction of the act itself. Numbers only: a name would outlive its account.
create table admin_acts (
  id uuid primary key,
  at timestamptz(3) not null,
  -- Not `user_id`: the record of what an admin did stays when the account goes.
  actor_id bigint not null,
  act text not null check (act ~ '^[a-z]+(_[a-z]+)*$'),
  target_type text not null,
  target_id text not null,
  -- Plain facts of the act, such as {"from": "user", "to": "admin"}.
  detail jsonb not null
);
-- Serves /admin/acts: the newest first, page by page.
create index admin_acts_newest on admin_acts (at desc, id desc);

-- Answers of an AI provider, by the hash of what it was asked; nothing that was asked is kept.
create table ai_explanations (
  key bytea primary key check (octet_length(key) = 32),
  explanation jsonb not null,
  generated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
-- Serves the sweep.
create index ai_explanations_expiry on ai_explanations (expires_at);

-- Serves the search on /admin/users: whose name contains these letters?
create index users_names on users using gin (lower(first_name) gin_trgm_ops);
-- Serves the lists of admins and premium people, and "is there another admin?" before one is made less.
create index users_with_roles on users (user_id) where role <> 'user';
