-- Links in the texts of notes and of Markdown files, one row for each name in a text. The text stays as it was written; the row remembers
-- what the name meant, so that the link survives a rename or a move of its target.
create table links (
  user_id bigint not null,
  -- The note or the file with the text, which is note_id or file_id too.
  source_id uuid not null,
  name_key text not null check (octet_length(name_key) between 1 and 2200),
  note_id uuid,
  file_id uuid,
  -- The first line with this link, counted from 1, and its text.
  line integer not null check (line >= 1),
  excerpt text not null,
  -- Null while nothing has the name. Without a foreign key: a link outlives its target, and then means whatever has the name.
  target_kind text check (target_kind in ('file', 'note', 'board')),
  target_id uuid,
  primary key (user_id, source_id, name_key),
  constraint links_one_source check (
    (note_id is null) <> (file_id is null) and (note_id is null or note_id = source_id) and (file_id is null or file_id = source_id)
  ),
  constraint links_whole_target check ((target_kind is null) = (target_id is null)),
  foreign key (user_id, note_id) references notes (user_id, id) on delete cascade,
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade
);
-- What links to this file, note or board?
create index links_by_target on links (user_id, target_id, source_id) where target_id is not null;
-- Which links wait for a thing with this name?
create index links_waiting on links (user_id, name_key) where target_id is null;
-- Which links go with this note or this file when it is purged?
create index links_of_note on links (user_id, note_id) where note_id is not null;
create index links_of_file on links (user_id, file_id) where file_id is not null;

-- Which files have this name in any folder? Links name files without their folders.
create index files_by_base_name on files (user_id, lower(split_part(file_name, '/', -1))) where deleted_at is null;
