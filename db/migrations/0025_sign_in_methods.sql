-- One person, several ways to sign in. `sign_in_keys` leads from what a provider or a browser proves to a user; the user's own list
-- is in `sign_in_methods`. A key alone grants nothing: without the row of the user it is as if it did not exist.
-- Accounts of the messenger stay in `identities`, which release 0.1.0 reads and writes while processes of both releases run.
create table sign_in_keys (
  method text not null check (method in ('oidc', 'passkey', 'password')),
  -- The OpenID Connect provider that names the subject; empty for the other methods, whose subjects are unique by themselves.
  issuer text not null check (char_length(issuer) <= 500),
  -- The provider's `sub`, the id of a passkey, or the name that a password belongs to.
  subject text not null check (char_length(subject) between 1 and 1400),
  user_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (subject, issuer, method)
);
-- Serves the deletion of an account.
create index sign_in_keys_by_user on sign_in_keys (user_id);

create table sign_in_methods (
  user_id bigint not null,
  id uuid not null,
  method text not null check (method in ('messenger', 'oidc', 'passkey', 'password')),
  issuer text not null,
  subject text not null,
  -- Given by the user; empty: the pages show the kind of method.
  name text not null check (char_length(name) <= 80),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (user_id, id),
  constraint sign_in_methods_once unique (user_id, method, issuer, subject)
);
-- A person has one password.
create unique index sign_in_methods_one_password on sign_in_methods (user_id) where method = 'password';
insert into sign_in_methods (user_id, id, method, issuer, subject, name, created_at)
  select user_id, gen_random_uuid(), provider, '', provider_uid::text, '', created_at from identities;

create table passwords (
  user_id bigint primary key,
  -- Algorithm, parameters, salt and hash in one text (PHC string format).
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz(3) not null
);

create table passkeys (
  user_id bigint not null,
  method_id uuid not null,
  public_key bytea not null,
  -- Rises with every use, except of synced passkeys, which keep 0. A number that does not rise is a sign of a copied key.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  primary key (user_id, method_id),
  foreign key (user_id, method_id) references sign_in_methods (user_id, id) on delete cascade
);

create table recovery_codes (
  user_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz(3) not null,
  primary key (user_id, hash)
);

-- Directory: secrets that are good once. Whoever deletes the row has used it, so that of two uses at once one finds nothing.
create table one_time_secrets (
  hash bytea primary key check (octet_length(hash) = 32),
  kind text not null check (kind in ('set_up', 'sign_in_link', 'recovery_code', 'passkey_challenge', 'oidc_state')),
  -- Null before anybody has signed in.
  user_id bigint,
  data jsonb not null,
  -- Null: until it is used or replaced.
  expires_at timestamptz(3)
);
-- Serves the worker's deletion of expired secrets.
create index one_time_secrets_expiry on one_time_secrets (expires_at) where expires_at is not null;
-- Serves the deletion of an account.
create index one_time_secrets_by_user on one_time_secrets (user_id) where user_id is not null;

-- Directory: failed passwords of a name or an address, which is stored as its SHA-256.
create table sign_in_attempts (
  key bytea primary key check (octet_length(key) = 32),
  failures integer not null check (failures >= 0),
  -- Until then further attempts are rejected without a look at the password.
  blocked_until timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
-- Serves the worker's deletion of forgotten failures.
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- Control table: invitations that admins made. It holds no personal data besides the note that the admin wrote.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  role text not null check (role in ('user', 'premium', 'admin')),
  note text not null check (char_length(note) <= 80),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  used_at timestamptz(3),
  used_by bigint,
  constraint invitations_one_end check (revoked_at is null or used_at is null)
);
create index invitations_newest on invitations (created_at desc, id desc);

-- Serves the deletion of an account.
create index identities_by_user on identities (user_id);

-- The OpenID Connect provider that a session was opened with, so that signing out can end the session there too.
alter table sessions add column provider text;
