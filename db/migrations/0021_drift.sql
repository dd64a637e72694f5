-- Where a file of the library was taken from, so that it can tell when that place has changed. By name and address: the
-- mirror may be removed and added again.
create table file_origins (
  user_id bigint not null,
  file_id uuid not null,
  repo_name text not null,
  repo_url text not null,
  repo_path text not null,
  -- Where a sync found the file after it was renamed there.
  renamed_to text,
  -- The commit it was taken at, or last compared with, and its object there.
  commit text not null check (octet_length(commit) in (40, 64)),
  oid text not null check (octet_length(oid) in (40, 64)),
  -- The version of ours that says what it said there; null when none does, as after a merge.
  version integer check (version >= 1),
  -- What we sent there ourselves: when a sync finds it, nothing has changed behind our back.
  sent_oid text check (octet_length(sent_oid) in (40, 64)),
  taken_at timestamptz(3) not null,
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade
);
-- Serves a sync: which files were taken from what is gone now?
create index file_origins_repo on file_origins (user_id, repo_name);

-- Trying a pattern and asking for the repository, for each of 20,000 rows, cost more than writing them. The hash is git's
-- own, its length will do; files go with their repository in the transaction that removes it, and a daily job takes what a
-- sync wrote that did not know yet. Paths are sorted as bytes, as git does: nobody reads them by the rules of a language.
alter table repo_files
  alter column path type text collate "C",
  drop constraint repo_files_oid_check,
  add constraint repo_files_oid_check check (octet_length(oid) in (40, 64)),
  drop constraint repo_files_user_id_repo_id_fkey;
