-- A watch can be of the function or type around the lines of its note: then this is its kind, name and container, and `watch_text` its text.
-- No constraint with `watch_at`: processes of the release before end a watch without clearing it.
alter table notes add column watch_symbol jsonb;
