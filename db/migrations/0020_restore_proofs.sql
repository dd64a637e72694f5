-- Backups that were restored for a trial, and how each trial went: a backup that was never restored is a hope.
create table restore_proofs (
  id uuid primary key,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  -- The name of its folder; null when it came to none.
  backup text,
  size_bytes bigint check (size_bytes >= 0),
  table_count integer check (table_count >= 0),
  row_count bigint check (row_count >= 0),
  backup_ms integer not null check (backup_ms >= 0),
  restore_ms integer check (restore_ms >= 0),
  -- `different`: it was restored, and is not what was saved. `failed`: it came to no answer.
  result text not null check (result in ('proven', 'different', 'failed')),
  -- Which tables, or which step. Never rows.
  detail text not null
);
-- When was the last one, and the last good one?
create index restore_proofs_latest on restore_proofs (started_at desc);
