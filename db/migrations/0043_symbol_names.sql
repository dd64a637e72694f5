-- What the search for symbols reads. `names` has one line per name, folded: first the name of the file, then its symbols, each with its initials
-- and the parts that begin at its later words. Null: the file was written before this migration, or its text is too large to be parsed in the transaction that saved it;
-- a job reads it. `symbols` has one element per line of symbols, with the definitions of that name. Null beside names: the parser was stopped.
alter table search_docs add column names text, add column symbols jsonb;
-- Answers which files of a heavy user have a name that matches.
create index search_docs_names on search_docs using gin (user_id, names gin_trgm_ops) where indexed and names is not null;
-- Answers which files are not read yet.
create index search_docs_unread on search_docs (user_id, file_id) where names is null;
