-- What the service tells everybody. Written first, activated later, ended at last; kept as a record of what was said.
create table announcements (
  id uuid primary key,
  text text not null check (char_length(text) between 1 and 280),
  -- A path of this site: an announcement must not be able to lead people elsewhere.
  link text check (link ~ '^/([^/\\]|$)'),
  is_active boolean not null default false,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  ended_at timestamptz(3),
  constraint announcements_active_was_activated check (not is_active or (activated_at is not null and ended_at is null))
);
-- At most one is active, whoever activates at the same moment.
create unique index announcements_one_active on announcements (is_active) where is_active;

-- Who has closed which banner.
create table announcement_dismissals (
  user_id bigint not null,
  announcement_id uuid not null,
  dismissed_at timestamptz(3) not null,
  primary key (user_id, announcement_id)
);
