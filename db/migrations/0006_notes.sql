create table boards (
  user_id bigint not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  is_default boolean not null,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);
-- One default board per person, also when two first visits race.
create unique index boards_one_default on boards (user_id) where is_default;

create table notes (
  user_id bigint not null,
  id uuid not null,
  kind text not null check (kind in ('file', 'board', 'repo')),
  file_id uuid,
  board_id uuid,
  repo_name text,
  repo_path text,
  title text not null check (char_length(title) <= 80),
  content text not null check (char_length(content) <= 20000),
  -- Folded by the application (lower case, NFC, without niqqud): what search looks at.
  search_title text not null,
  search_body text not null,
  pos_x double precision not null check (pos_x between 0 and 100000),
  pos_y double precision not null check (pos_y between 0 and 1000000),
  width double precision not null check (width between 120 and 1200),
  height double precision not null check (height between 80 and 1200),
  color text not null check (color in ('yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray')),
  is_minimized boolean not null,
  mode text not null check (mode in ('anchored', 'surface', 'screen')),
  line_start integer check (line_start >= 1),
  line_end integer check (line_end >= line_start),
  anchor_id text,
  anchor_text text,
  -- What the lines said when the note was put there, with what stood around them: how its place is found again.
  quote text,
  quote_before text,
  quote_after text,
  quote_version integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  purge_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade,
  foreign key (user_id, board_id) references boards (user_id, id),
  constraint notes_one_target check (
    (kind = 'file' and file_id is not null and board_id is null and repo_name is null and repo_path is null)
    or (kind = 'board' and board_id is not null and file_id is null and repo_name is null and repo_path is null)
    or (kind = 'repo' and repo_name is not null and repo_path is not null and file_id is null and board_id is null)
  ),
  constraint notes_trash_is_whole check ((deleted_at is null) = (purge_at is null))
) with (fillfactor = 88);
-- No index on updated_at: edits stay within their page, at half the log.
create index notes_file on notes (user_id, file_id, id) where kind = 'file';
create index notes_board on notes (user_id, board_id, id) where kind = 'board';
create index notes_repo on notes (user_id, repo_name, repo_path, id) where kind = 'repo';
-- The worker asks every shard which notes in the trash are past their date.
create index notes_expiry on notes (purge_at) where purge_at is not null;

-- The contents a note had before, newest 20.
create table note_history (
  user_id bigint not null,
  note_id uuid not null,
  seq integer not null,
  title text not null,
  content text not null,
  replaced_at timestamptz(3) not null,
  primary key (user_id, note_id, seq),
  foreign key (user_id, note_id) references notes (user_id, id) on delete cascade
);

-- Held while a note is put in, so that the last free place is given away once.
create table note_quotas (
  user_id bigint primary key
);
