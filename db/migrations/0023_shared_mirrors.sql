-- One mirror for each repository and branch, shared by everyone who added it. A user has a row in repos, with the commit that the
-- user reads and that the user's notes are at.
create table mirrors (
  id uuid primary key,
  url text not null,
  -- Empty for the default branch of the host.
  asked_branch text not null,
  branch text,
  head text,
  file_count integer not null default 0 check (file_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  -- When somebody added it last. The job that deletes unused mirrors leaves those that were added while it looked.
  wanted_at timestamptz(3) not null,
  -- When somebody removed it last, until a job has looked whether anybody still has it.
  left_at timestamptz(3),
  last_sync_at timestamptz(3),
  next_sync_at timestamptz(3) not null,
  asked_at timestamptz(3),
  sync_id uuid,
  sync_until timestamptz(3),
  stage text check (stage in ('connecting', 'counting', 'receiving', 'resolving', 'listing')),
  percent smallint check (percent between 0 and 100),
  error text,
  failures smallint not null default 0,
  constraint mirrors_one_for_each unique (url, asked_branch),
  constraint mirrors_claim_is_whole check ((sync_id is null) = (sync_until is null)),
  constraint mirrors_synced_has_head check ((head is null) = (last_sync_at is null))
);
create index mirrors_due on mirrors (next_sync_at);
create index mirrors_left on mirrors (left_at) where left_at is not null;

-- Which of the lists in mirror_files is current, and the commit that it belongs to.
create table mirror_lists (
  mirror_id uuid primary key,
  commit text not null,
  generation integer not null
);
create table mirror_files (
  mirror_id uuid not null,
  generation integer not null,
  path text not null,
  raw_path bytea,
  kind text not null check (kind in ('file', 'executable', 'symlink', 'submodule')),
  oid text not null check (octet_length(oid) in (40, 64)),
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (mirror_id, generation, path)
);

-- may shrink: repo_files
-- Of several mirrors of one repository the one that was synced last stays. It keeps its id, which is the name of its folder; the job that
-- deletes unused mirrors deletes the folders of the others.
create temporary table kept_repos on commit drop as select * from repos;
create temporary table kept_files on commit drop as
  select f.* from repo_files f
  join repos r on r.user_id = f.user_id and r.id = f.repo_id and r.generation = f.generation;
create temporary table chosen on commit drop as
  select distinct on (url, coalesce(asked_branch, '')) id, url, coalesce(asked_branch, '') as asked_branch
  from kept_repos order by url, coalesce(asked_branch, ''), last_sync_at desc nulls last, created_at, id;
insert into mirrors
    (id, url, asked_branch, branch, head, file_count, size_bytes, wanted_at, last_sync_at, next_sync_at, asked_at, error, failures)
  -- Due at once: the rows of the others are at commits that this mirror may not have.
  select r.id, r.url, c.asked_branch, r.branch, r.head, r.file_count, r.size_bytes, r.created_at, r.last_sync_at, now(), r.asked_at,
    r.error, r.failures
  from kept_repos r join chosen c on c.id = r.id;
insert into mirror_lists (mirror_id, commit, generation)
  select r.id, r.head, r.generation from kept_repos r join chosen c on c.id = r.id where r.head is not null;
insert into mirror_files (mirror_id, generation, path, raw_path, kind, oid, size_bytes)
  select f.repo_id, f.generation, f.path, f.raw_path, f.kind, f.oid, f.size_bytes
  from kept_files f join chosen c on c.id = f.repo_id;
drop table repo_files;

drop table repos;
create table repos (
  user_id bigint not null,
  id uuid not null,
  name text not null check (char_length(name) between 3 and 201),
  url text not null,
  asked_branch text,
  mirror_id uuid not null,
  -- Null until the first sync.
  head text,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);
create unique index repos_name on repos (user_id, name);
-- Serves the worker, which moves everyone who has a mirror to its new commit.
create index repos_by_mirror on repos (mirror_id);
insert into repos (user_id, id, name, url, asked_branch, mirror_id, head, created_at)
  select r.user_id, r.id, r.name, r.url, r.asked_branch, c.id, r.head, r.created_at
  from kept_repos r join chosen c on c.url = r.url and c.asked_branch = coalesce(r.asked_branch, '');
