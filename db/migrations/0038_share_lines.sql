-- The only lines of the version that the share shows; null: all of them.
alter table share_files
  add column line_start integer,
  add column line_end integer,
  add constraint share_files_lines_are_whole check ((line_start is null) = (line_end is null)),
  add constraint share_files_lines_are_ordered check (line_start between 1 and line_end);
