-- The list of files is sorted by last change and by size; by name the index files_live_name serves.
create index files_by_change on files (user_id, updated_at desc, id desc) where deleted_at is null;
create index files_by_size on files (user_id, size_bytes desc, id desc) where deleted_at is null;
