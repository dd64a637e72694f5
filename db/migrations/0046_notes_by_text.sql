-- Answers which notes contain a text. Without a pending list, which every search would read from its beginning to its end.
create index notes_by_text on notes using gin (user_id, search_title gin_trgm_ops, search_body gin_trgm_ops) with (fastupdate = off);
