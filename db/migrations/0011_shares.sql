-- What somebody shows to others: one version of a file to people with an account, or several files to whoever has the link.
create table shares (
  user_id bigint not null,
  id uuid not null,
  kind text not null check (kind in ('internal', 'public')),
  -- What stands in its address. Readable and not hashed, because its owner copies it again; who has this row has the texts too.
  key text not null check (char_length(key) between 32 and 64),
  created_at timestamptz(3) not null,
  -- null: until it is revoked. Revoking deletes the row.
  expires_at timestamptz(3),
  views integer not null default 0 check (views >= 0),
  last_viewed_at timestamptz(3),
  primary key (user_id, id)
);
-- Serves the list on /settings.
create index shares_by_age on shares (user_id, created_at desc, id desc);
-- Serves the worker: which shares have run out?
create index shares_expiry on shares (expires_at) where expires_at is not null;

-- Pinned to a version, so that what was looked at before sharing is what is seen afterwards.
create table share_files (
  user_id bigint not null,
  share_id uuid not null,
  -- Their order in the share, from 1: addresses of strangers never hold the id of a file.
  place smallint not null check (place between 1 and 100),
  file_id uuid not null,
  version integer not null,
  -- Numbers of the lines that are hidden in this share; the file itself keeps them.
  hidden_lines integer[] not null default '{}',
  primary key (user_id, share_id, place),
  foreign key (user_id, share_id) references shares (user_id, id) on delete cascade,
  foreign key (user_id, file_id, version) references file_versions (user_id, file_id, version) on delete cascade
);
-- Serves "who can see this file?" on the page that shares it, and the cascade when a file is purged.
create index share_files_by_file on share_files (user_id, file_id, version);

-- Directory: leads from the address of a share to its owner.
create table share_keys (
  key text primary key,
  user_id bigint not null,
  share_id uuid not null
);
-- Serves the deletion of an account.
create index share_keys_by_user on share_keys (user_id);
