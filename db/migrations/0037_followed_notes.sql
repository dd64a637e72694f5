-- Where the last sync found the lines of a note on a repository file: the commit, the ranges of lines, and whether they moved.
-- No ranges: they are gone. Null: no sync has followed the note since it was attached, so it is still at `quote_commit`.
alter table notes add column followed jsonb;
