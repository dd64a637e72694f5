-- Answers which of a heavy user's newest files contain a text: ids begin with their moment. Without the id, every file that may contain it would be read to find the newest twenty.
create index search_docs_by_text on search_docs using gin (user_id, file_id, doc gin_trgm_ops) where indexed;
drop index search_docs_trigrams;
-- Answers which files of a mirror have a name, in any folder and any letter case.
create index mirror_files_by_name on mirror_files (mirror_id, generation, lower(split_part(path, '/', -1)));
