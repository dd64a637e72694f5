-- Answers which of a heavy user's newest files contain a text: ids begin with their moment. Without the id, every file that may contain it would be read to find the newest twenty.
create index search_docs_by_text on search_docs using gin (user_id, file_id, doc gin_trgm_ops) where indexed;
drop index search_docs_trigrams;
