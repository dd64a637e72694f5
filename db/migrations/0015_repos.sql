-- A repository that lives elsewhere and is mirrored here. Its objects lie on disk under the id; what is current is said here.
create table repos (
  user_id bigint not null,
  id uuid not null,
  -- owner/name, as in its address here
  name text not null check (char_length(name) between 3 and 201),
  url text not null,
  -- null: the main one, whatever that is
  asked_branch text,
  branch text,
  -- The commit that everybody reads at. A sync moves it in the transaction that makes the list of files current.
  head text,
  -- Which rows of repo_files are current: a new list is written beside the old one.
  generation integer not null default 0,
  file_count integer not null default 0 check (file_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_at timestamptz(3) not null,
  last_sync_at timestamptz(3),
  next_sync_at timestamptz(3) not null,
  -- Asked for by a person or a webhook; later than the start of a sync means once more after it.
  asked_at timestamptz(3),
  -- Who syncs now, and until when the others leave it alone.
  sync_id uuid,
  sync_until timestamptz(3),
  stage text check (stage in ('connecting', 'counting', 'receiving', 'resolving', 'listing')),
  percent smallint check (percent between 0 and 100),
  -- Why the last sync failed, in a word of ours.
  error text,
  failures smallint not null default 0,
  primary key (user_id, id),
  constraint repos_claim_is_whole check ((sync_id is null) = (sync_until is null)),
  constraint repos_synced_has_head check ((head is null) = (last_sync_at is null))
);
-- One mirror of a name for each person; serves every page and every note of it.
create unique index repos_name on repos (user_id, name);
-- Serves the worker: what is to be synced next?
create index repos_due on repos (next_sync_at);

-- What is in the tree of the current commit: orphans, imports and numbers ask here, without git.
create table repo_files (
  user_id bigint not null,
  repo_id uuid not null,
  generation integer not null,
  -- Git's names are bytes; where they are no text, they are in raw_path, and this is their readable form.
  path text not null,
  raw_path bytea,
  kind text not null check (kind in ('file', 'executable', 'symlink', 'submodule')),
  oid text not null check (oid ~ '^([0-9a-f]{40}|[0-9a-f]{64})$'),
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (user_id, repo_id, generation, path),
  foreign key (user_id, repo_id) references repos (user_id, id) on delete cascade
);

-- Directory: leads from the address of a webhook to a repository. The secret signs, so it cannot be a hash.
create table repo_hooks (
  hook_id text primary key check (char_length(hook_id) between 32 and 64),
  user_id bigint not null,
  repo_id uuid not null,
  secret text not null,
  created_at timestamptz(3) not null
);
-- Serves the deletion of a repository and of an account.
create index repo_hooks_by_repo on repo_hooks (user_id, repo_id);
