-- Where a note was: a list of places, oldest first, each with what brought it there and since which commit or version.
alter table notes add column places jsonb not null default '[]';
