-- Bodies, content-addressed inside one user and never shared across users: equal texts of two people stay two rows.
create table blobs (
  user_id bigint not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes integer not null check (size_bytes between 0 and 2097152),
  -- Compressed by the application, because the engine leaves rows under 2 kB as they are.
  codec text not null check (codec in ('raw', 'zstd')),
  body bytea not null,
  created_at timestamptz(3) not null,
  primary key (user_id, sha256)
);
alter table blobs alter body set storage external;

create table files (
  user_id bigint not null,
  id uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]]' and file_name not in ('.', '..')),
  language text not null,
  -- Set by hand: detection keeps its hands off.
  language_is_chosen boolean not null default false,
  description text not null default '',
  -- The first line that says something, so that lists never touch bodies.
  first_line text not null default '',
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  repo text,
  source_url text,
  version integer not null check (version >= 1),
  sha256 bytea not null,
  size_bytes integer not null,
  line_count integer not null,
  is_favorite boolean not null default false,
  is_pinned boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Opened or saved: serves "recent".
  touched_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  purge_at timestamptz(3),
  primary key (user_id, id),
  constraint files_trash_is_whole check ((deleted_at is null) = (purge_at is null))
);
-- One live file per name; saving the same name makes the next version of it.
create unique index files_live_name on files (user_id, file_name) where deleted_at is null;
-- One index per filter of /files, each in the order of the list.
create index files_list on files (user_id, created_at desc, id desc) where deleted_at is null;
create index files_language on files (user_id, language, created_at desc, id desc) where deleted_at is null;
create index files_repo on files (user_id, repo, created_at desc, id desc) where deleted_at is null and repo is not null;
create index files_favorite on files (user_id, created_at desc, id desc) where deleted_at is null and is_favorite;
create index files_pinned on files (user_id, created_at desc, id desc) where deleted_at is null and is_pinned;
create index files_large on files (user_id, created_at desc, id desc) where deleted_at is null and size_bytes >= 100000;
create index files_recent on files (user_id, touched_at desc) where deleted_at is null;
create index files_tags on files using gin (user_id, tags) where deleted_at is null;
-- Serves /trash.
create index files_trash on files (user_id, deleted_at desc, id desc) where deleted_at is not null;
-- The expiry index: the worker asks every shard which files are past their date. Checked at every start.
create index files_expiry on files (purge_at) where purge_at is not null;

create table file_versions (
  user_id bigint not null,
  file_id uuid not null,
  version integer not null check (version >= 1),
  sha256 bytea not null,
  size_bytes integer not null,
  line_count integer not null,
  lines_added integer not null,
  lines_removed integer not null,
  source text not null check (source in ('web', 'api', 'upload', 'import', 'restore', 'share', 'repo', 'agent')),
  created_at timestamptz(3) not null,
  primary key (user_id, file_id, version),
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade,
  foreign key (user_id, sha256) references blobs (user_id, sha256)
);
-- Answers whether a body is still needed when a file is purged.
create index file_versions_blob on file_versions (user_id, sha256);

-- What search looks at: lower-cased and folded name, description, tags and latest content.
create table search_docs (
  user_id bigint not null,
  file_id uuid not null,
  indexed boolean not null default false,
  -- One bit for each pair of neighbouring letters that the text has, so that two letters are found without reading it. Heavy users only.
  pairs bytea check (octet_length(pairs) = 512),
  doc text not null,
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade
);
-- Only heavy users pay for trigrams; for the others walking their files is quicker than the index is to keep.
create index search_docs_trigrams on search_docs using gin (user_id, doc gin_trgm_ops) where indexed;

-- Counts shown beside filters and on the dashboard, kept in the same transaction as the files they count.
create table file_counts (
  user_id bigint not null,
  kind text not null check (kind in ('language', 'tag', 'repo', 'category')),
  name text not null,
  n integer not null check (n >= 0),
  primary key (user_id, kind, name)
);

-- Saves a day, for the activity calendar.
create table file_activity (
  user_id bigint not null,
  day date not null,
  saves integer not null check (saves >= 0),
  primary key (user_id, day)
);

-- A user with many files is searched through the trigram index.
create table search_tiers (
  user_id bigint not null primary key,
  is_heavy boolean not null
);
