-- Who runs code now: at most one row a person, so that a person has one run, whichever web process is asked.
create table code_runs (
  user_id bigint primary key,
  run_id uuid not null,
  -- A web process that died gives the place back by itself.
  held_until timestamptz(3) not null
);
