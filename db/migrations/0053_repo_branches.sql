-- Branches of a repository that a user follows beside the one of the mirror. Their commits are in the same mirror. `head` is null until
-- a sync has fetched the branch; `error` says why the last one did not.
create table repo_branches (
  user_id bigint not null,
  repo_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  mirror_id uuid not null,
  head text,
  error text,
  created_at timestamp(3) with time zone not null,
  primary key (user_id, repo_id, name)
);
create index repo_branches_by_mirror on repo_branches (mirror_id);
