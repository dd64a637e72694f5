-- A file lives in a folder: file_name holds the path `src/lib/a.py`. The column and its unique index stay, so that processes of
-- the release before save on this schema during an upgrade; they only create names without a slash.
alter table files drop constraint files_file_name_check;
alter table files add constraint files_file_name_check check (
  char_length(split_part(file_name, '/', -1)) <= 255
  and char_length(file_name) - char_length(split_part(file_name, '/', -1)) <= 401
  and file_name !~ '[\\[:cntrl:]]'
  -- No empty name, no `.` and no `..` between the slashes.
  and file_name !~ '(^|/)\.{0,2}(/|$)'
);
alter table file_counts drop constraint file_counts_kind_check;
alter table file_counts add constraint file_counts_kind_check
  check (kind in ('language', 'tag', 'repo', 'category', 'folder'));
