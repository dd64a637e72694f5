-- How often each event happened, kept by the very statement that inserts the events, so it equals a count over them.
create table event_counts (
  -- Length of the bucket: a minute, five, an hour (base/rollups.ts says how long each is kept).
  seconds integer not null check (seconds in (60, 300, 3600)),
  at timestamptz(3) not null,
  -- `*`: all events of this severity, so that a line over a month reads one row for each point and not one for each kind.
  event text not null,
  severity text not null check (severity in ('info', 'warn', 'error', 'critical')),
  count bigint not null check (count > 0),
  primary key (seconds, at, event, severity)
) with (fillfactor = 80);

insert into event_counts (seconds, at, event, severity, count)
select s.seconds, s.at, coalesce(s.event, '*'), s.severity, s.count from (
  select r.seconds, date_bin(make_interval(secs => r.seconds), e.at, 'epoch') as at, e.event, e.severity, count(*) as count
  from events e cross join (values (60), (300), (3600)) as r (seconds)
  group by grouping sets ((1, 2, 3, 4), (1, 2, 4))
) s;
-- A line over time.
create index event_counts_all on event_counts (seconds, at) where event = '*';

-- Replay of what was not plain information, by how grave it was. Most events are information and are not in here.
create index events_loud on events (severity, at, id) where severity <> 'info';
-- Replay of one kind of event, however rare it is.
create index events_by_name on events (event, at);

-- How requests were answered, added up by each web process and written every few seconds. Routes are patterns, never addresses.
create table request_counts (
  seconds integer not null check (seconds in (60, 300, 3600)),
  at timestamptz(3) not null,
  -- `*` and `*`: all requests.
  method text not null,
  route text not null,
  requests bigint not null check (requests > 0),
  -- Answered with 5xx.
  errors bigint not null check (errors between 0 and requests),
  total_ms bigint not null,
  max_ms integer not null,
  -- Requests that took at most so many milliseconds and more than the column before says; the rest took longer than all.
  ms_10 bigint not null,
  ms_25 bigint not null,
  ms_50 bigint not null,
  ms_100 bigint not null,
  ms_250 bigint not null,
  ms_500 bigint not null,
  ms_1000 bigint not null,
  ms_2500 bigint not null,
  primary key (seconds, at, method, route)
) with (fillfactor = 80);
-- A line over time.
create index request_counts_all on request_counts (seconds, at) where method = '*';

-- What the alert manager told us. The same alert (fingerprint) that starts again later is another row.
create table alerts (
  id uuid primary key,
  fingerprint text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The last time we heard of it: one that fires and is not heard of any more was forgotten by its sender.
  received_at timestamptz(3) not null,
  name text not null,
  severity text not null check (severity in ('info', 'warn', 'error', 'critical')),
  summary text not null,
  type text not null,
  source text not null,
  status text not null check (status in ('firing', 'resolved')),
  tags jsonb not null,
  metadata jsonb not null,
  -- Its words, folded as every search of ours folds: doing that for each alert at each question costs ten times the question.
  search text not null,
  unique (fingerprint, started_at),
  constraint alerts_resolved_has_an_end check ((status = 'resolved') = (ended_at is not null))
);
-- The list, newest first, and the timeline.
create index alerts_by_start on alerts (started_at, id);
-- Whatever still fires is shown, however long ago it began.
create index alerts_firing on alerts (started_at) where status = 'firing';

-- Which remedy an admin tried on which alert.
create table quickfix_uses (
  id uuid primary key,
  user_id bigint not null,
  alert_id uuid not null references alerts (id) on delete cascade,
  action_id text not null check (char_length(action_id) between 1 and 64),
  used_at timestamptz(3) not null
);
-- What was tried on the alerts of a page.
create index quickfix_uses_by_alert on quickfix_uses (alert_id, used_at);
