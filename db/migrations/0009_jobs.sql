-- What the worker did. A run belongs to the leadership (epoch) under which it started; an older one cannot write to it.
create table job_runs (
  run_id uuid primary key,
  job_id text not null,
  status text not null check (status in ('running', 'completed', 'failed', 'skipped', 'cancelled')),
  trigger text not null check (trigger in ('schedule', 'manual')),
  owner text not null,
  epoch bigint not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  processed integer not null check (processed >= 0),
  total integer check (total >= 0),
  error text,
  failure_reason text,
  stuck_reported boolean not null,
  constraint job_runs_ended check ((status = 'running') = (ended_at is null))
);
-- A job never runs beside itself.
create unique index job_runs_one_running on job_runs (job_id) where status = 'running';
-- The page of jobs: the latest runs of each.
create index job_runs_latest on job_runs (job_id, started_at desc);
-- Runs are kept 30 days.
create index job_runs_age on job_runs (started_at);

-- What an admin asked for by hand; the leader takes it away when it starts the run.
create table job_requests (
  job_id text primary key,
  requested_at timestamptz(3) not null
);

-- What an agent wrote, to be told to its person. In the same transaction as the write.
create table outbox (
  user_id bigint not null,
  id uuid not null,
  kind text not null,
  resource_id text not null,
  -- A name to show; notes are told without their text.
  title text not null,
  actor text not null,
  created_at timestamptz(3) not null,
  -- When the worker tries next; null once it is over.
  next_at timestamptz(3),
  attempts smallint not null,
  status text not null check (status in ('waiting', 'sent', 'unknown_kind', 'no_subscriptions', 'exhausted')),
  primary key (user_id, id),
  constraint outbox_waiting_has_a_time check ((status = 'waiting') = (next_at is not null))
);
-- The worker asks every shard what is to be told next.
create index outbox_next on outbox (next_at) where next_at is not null;
