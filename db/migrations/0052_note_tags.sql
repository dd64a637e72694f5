-- A user has at most 1,000 notes, which every search of notes reads by user, so that no index of tags is needed.
alter table notes add column tags text[] not null default '{}' check (cardinality(tags) <= 20);
