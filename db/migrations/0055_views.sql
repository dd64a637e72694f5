-- Searches and filtered lists that a person saved under a name. The side bar shows them in the order of `position`.
create table views (
  user_id bigint not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  -- The page that shows it, and the fields of that page's address.
  page text not null check (page in ('search', 'files', 'notes')),
  query text not null check (octet_length(query) between 1 and 4000),
  position integer not null,
  created_at timestamp(3) with time zone not null,
  primary key (user_id, id),
  constraint views_name unique (user_id, name)
);
