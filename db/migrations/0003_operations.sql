-- What the service did, without personal data: no user_id, no names, no addresses.
create table events (
  at timestamptz(3) not null,
  id uuid not null,
  event text not null,
  severity text not null check (severity in ('info', 'warn', 'error', 'critical')),
  request_id text,
  fields jsonb not null,
  primary key (at, id)
) partition by range (at);
-- Catches what no day's partition covers, so that recording an event never fails for want of one.
create table events_default partition of events default;

-- Leadership of the worker: a lease with an epoch. A holder whose epoch is old is fenced off, whatever it believes.
create table job_locks (
  name text primary key,
  holder text not null,
  epoch bigint not null,
  acquired_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
