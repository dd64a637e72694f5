-- Notes that the owner of a share chose to show with a file. A copy, like the version that the share shows: changing or deleting the
-- note later changes no share. Neither the id of the note nor its quote is copied, because the quote may hold the text of a hidden line.
create table share_notes (
  user_id bigint not null,
  share_id uuid not null,
  -- The file in the share that the note is on.
  place smallint not null,
  -- Their order in the file, from 1, as readers see it.
  number smallint not null check (number between 1 and 50),
  title text not null check (char_length(title) <= 80),
  content text not null check (char_length(content) <= 20000),
  -- Lines of the shared version; null: the note is on the whole file.
  line_start integer check (line_start >= 1),
  line_end integer check (line_end >= line_start),
  primary key (user_id, share_id, place, number),
  foreign key (user_id, share_id, place) references share_files (user_id, share_id, place) on delete cascade,
  constraint share_notes_lines_are_whole check ((line_start is null) = (line_end is null))
);
