-- The library as a git repository. Git's hashes must not change, so everything that decides them is kept here, or is immutable
-- in file_versions. The repositories on disk are caches of these tables.

-- One row per library that was cloned. Locked by whoever appends commits.
create table git_histories (
  user_id bigint not null primary key,
  -- Counts how often the history was rewritten because a file was purged.
  generation integer not null,
  -- The newest commit; 0: none yet.
  seq integer not null
);

create table git_commits (
  user_id bigint not null,
  seq integer not null check (seq > 0),
  -- How many rows git_changes had for it. Fewer mean that a file was purged since.
  changes integer not null,
  -- From the line `author` on: what git hashes besides the tree and the parent. Pushed commits are kept byte for byte.
  text bytea not null,
  primary key (user_id, seq)
);

create table git_changes (
  user_id bigint not null,
  seq integer not null,
  file_id uuid not null,
  version integer not null,
  -- The name of the file in this commit; null: the commit removes the file.
  path text,
  is_executable boolean not null,
  primary key (user_id, seq, file_id),
  foreign key (user_id, seq) references git_commits (user_id, seq) on delete cascade,
  -- A purged file leaves the history.
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade
);
-- Answers what the newest commit of a file says, and serves the foreign key.
create index git_changes_by_file on git_changes (user_id, file_id, seq desc);
