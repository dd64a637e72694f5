-- Moves from other programs, each with what it wrote, so that it can be undone.
create table moves (
  user_id bigint not null,
  id uuid not null,
  source text not null check (char_length(source) <= 20),
  -- What was moved: the name of a file, or the service.
  label text not null check (char_length(label) <= 255),
  started_at timestamptz(3) not null,
  -- Null while it runs, and for ever when the process was killed.
  finished_at timestamptz(3),
  unchanged integer not null,
  skipped integer not null,
  undone_at timestamptz(3),
  primary key (user_id, id)
);
-- Serves the list on /move-in, and the deletion of what is older than it.
create index moves_recent on moves (user_id, started_at desc, id desc);

-- One row per file that a move wrote, in the transaction of the write. There is no foreign key to files: a purged file leaves
-- its row, and undo reports it as gone.
create table move_files (
  user_id bigint not null,
  move_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  -- The states before (null: the file is new) and after, as the feature of files compares and restores them.
  before jsonb,
  after jsonb not null,
  -- Null until an undo handled the file.
  undo text check (undo in ('undone', 'changed', 'gone', 'name_taken')),
  primary key (user_id, move_id, file_id),
  foreign key (user_id, move_id) references moves (user_id, id) on delete cascade
);
-- Serves undo: what it has not handled yet.
create index move_files_open on move_files (user_id, move_id, file_id) where undo is null;
