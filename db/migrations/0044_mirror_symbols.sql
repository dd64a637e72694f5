-- Names of the definitions in the code of mirrors: one row for each object and language, so that a file that a commit does not change is not parsed again.
-- `names` and `symbols` are those of search_docs, with an empty first line instead of the name of a file. `symbols` null: the object is too large, or the parser was stopped.
create table mirror_symbols (
  mirror_id uuid not null,
  oid text not null,
  language text not null,
  names text not null,
  symbols jsonb,
  constraint mirror_symbols_pkey primary key (mirror_id, oid, language),
  constraint mirror_symbols_oid_check check (octet_length(oid) in (40, 64))
);
-- Answers which objects of a mirror have a name that matches. Without a pending list, which every search would read from its beginning to its end.
create index mirror_symbols_names on mirror_symbols using gin (mirror_id, names gin_trgm_ops) with (fastupdate = off);
-- Answers under which paths an object is in a list.
create index mirror_files_by_oid on mirror_files (mirror_id, generation, oid);

-- `symbols_commit` is the commit whose symbols were completely read. `symbols_id` is the claim of the process that reads them; `symbols_at` is when the next turn is
-- due after a failure, or after the time of a turn was up.
alter table mirrors
  add column symbols_commit text,
  add column symbols_id uuid,
  add column symbols_until timestamptz(3),
  add column symbols_at timestamptz(3),
  add column symbols_failures smallint not null default 0,
  add constraint mirrors_symbols_claim_is_whole check ((symbols_id is null) = (symbols_until is null));
-- Which mirrors have symbols that are not read.
create index mirrors_to_read on mirrors (last_sync_at) where head is distinct from symbols_commit and head is not null;
