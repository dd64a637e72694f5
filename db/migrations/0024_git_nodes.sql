-- Processes that hold mirrors on disks of their own. One that has not been seen for a while counts as dead, and the others take its mirrors.
create table git_nodes (
  -- The address at which the other processes reach it.
  url text primary key,
  seen_at timestamptz(3) not null
);
-- The git node that holds the mirror. Null when no git node has it: all processes share one disk, or it was never fetched.
alter table mirrors add column node text;
-- Serves the search for mirrors of dead nodes.
create index mirrors_by_node on mirrors (node, next_sync_at);
