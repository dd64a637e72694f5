-- Answers which files of a heavy user have a name that matches. Through search_docs_names every file with such a symbol would be read too.
create index search_docs_file_names on search_docs using gin (user_id, split_part(names, chr(10), 1) gin_trgm_ops) where indexed and names is not null;
