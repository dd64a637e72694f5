-- The code index of a mirror. `index_number` names it in the index, which knows repositories by 32-bit numbers; it is given with the first claim.
-- `indexed_commit` is the commit that the index was completely built from. An `index_id` whose time has passed is the claim of a process that
-- died while it wrote. `index_at` is when the next try is due after a failure.
alter table mirrors
  add column index_number integer,
  add column indexed_commit text,
  add column index_id uuid,
  add column index_until timestamptz(3),
  add column index_at timestamptz(3),
  add column index_failures smallint not null default 0,
  add constraint mirrors_index_number_check check (index_number >= 1),
  add constraint mirrors_index_claim_is_whole check ((index_id is null) = (index_until is null)),
  add constraint mirrors_indexed_has_number check (indexed_commit is null or index_number is not null);

-- No two mirrors have the same number: a search that names one would read the other.
create unique index mirrors_by_index_number on mirrors (index_number) where index_number is not null;
-- Which mirrors have no index of their current commit.
create index mirrors_to_index on mirrors (last_sync_at) where head is distinct from indexed_commit and head is not null;
