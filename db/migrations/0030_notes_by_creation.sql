-- Serves /notes: the notes of a user, newest first, one page at a time. By creation, which never changes: an index on updated_at
-- would have to be written with every edit of a note.
create index notes_by_creation on notes (user_id, created_at desc, id desc) where deleted_at is null;
