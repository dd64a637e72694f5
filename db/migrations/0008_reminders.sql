-- One reminder per note; setting it again re-arms the same row.
create table reminders (
  user_id bigint not null,
  note_id uuid not null,
  -- The note's file, if it is on one: a reminder is silent while the file is in the trash.
  file_id uuid,
  -- Milliseconds, not microseconds: clients send this value back and it must compare equal.
  remind_at timestamptz(3) not null,
  status text not null check (status in ('pending', 'acknowledged')),
  ack_at timestamptz(3),
  -- When the worker hands it to the devices; null once it has, and when there is nothing to hand out.
  push_at timestamptz(3),
  primary key (user_id, note_id),
  foreign key (user_id, note_id) references notes (user_id, id) on delete cascade,
  -- Acknowledged and stamped together, or neither.
  constraint reminders_ack_is_whole check ((status = 'acknowledged') = (ack_at is not null)),
  constraint reminders_push_only_pending check (push_at is null or status = 'pending')
) with (fillfactor = 88);
-- Serves the badge without touching the table: what is due, and when the next one fires.
create index reminders_pending on reminders (user_id, remind_at) include (note_id, file_id) where status = 'pending';
-- The worker asks every shard which reminders are to be handed out.
create index reminders_push on reminders (push_at) where push_at is not null;

-- What the badge leaves out. Only what is in the trash is in these, so they stay small.
create index notes_in_trash on notes (user_id, id) where deleted_at is not null;
create index files_in_trash on files (user_id, id) where deleted_at is not null;

-- A browser that is to be told.
create table push_subscriptions (
  user_id bigint not null,
  -- Half of the SHA-256 of the endpoint: the endpoint itself names a device and leaves this table for nobody.
  endpoint_hash text not null check (endpoint_hash ~ '^[0-9a-f]{32}$'),
  endpoint text not null,
  -- The push service's host: each has a lane of its own, so that a slow one delays only itself.
  host text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz(3) not null,
  last_ok_at timestamptz(3),
  last_failed_at timestamptz(3),
  last_failure text,
  primary key (user_id, endpoint_hash)
);
-- Whose device an endpoint is: a browser that changes hands no longer gets its former owner's reminders.
create table push_endpoints (
  endpoint_hash text primary key,
  user_id bigint not null
);

-- One delivery per (note, moment, device), whoever dies on the way.
create table reminder_deliveries (
  user_id bigint not null,
  note_id uuid not null,
  remind_at timestamptz(3) not null,
  endpoint_hash text not null,
  host text not null,
  status text not null check (status in ('waiting', 'sending', 'sent', 'gone', 'failed', 'cancelled')),
  -- While waiting: the next attempt. While sending: when we take the sender for dead. Else null.
  next_at timestamptz(3),
  attempts smallint not null,
  -- Senders that died between handing it over and writing that down: only these can have been shown twice.
  interrupted smallint not null,
  last_status integer,
  ended_at timestamptz(3),
  primary key (user_id, note_id, remind_at, endpoint_hash),
  foreign key (user_id, note_id) references notes (user_id, id) on delete cascade,
  constraint deliveries_open_have_a_time check ((status in ('waiting', 'sending')) = (next_at is not null)),
  constraint deliveries_ended_are_stamped check ((next_at is null) = (ended_at is not null))
) with (fillfactor = 70);
-- The worker asks every shard what is next for a host; the first column also answers which hosts have anything.
create index deliveries_next on reminder_deliveries (host, next_at) where next_at is not null;
