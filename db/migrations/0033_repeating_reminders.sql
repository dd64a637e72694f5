-- A reminder may repeat. `remind_at` stays the occurrence that is shown and sent; these columns say what comes after it.
-- A process of the previous release ignores them: an occurrence that it acknowledges becomes pending again at the next one.
alter table reminders
  add column repeat_unit text,
  add column repeat_interval smallint,
  -- The working days are stored, so that a change of language does not move a reminder.
  add column repeat_days text,
  -- The wall-clock time of the first occurrence: every later one is counted from it, so that the 31st returns after February.
  -- Text, because a driver would read a timestamp without a zone in the zone of its own machine.
  add column repeat_from text,
  add column repeat_tz text,
  -- The occurrence after this one. The worker starts it then, whether or not this one was acknowledged; null after the last one.
  add column repeat_next_at timestamptz(3),
  -- The occurrence that was acknowledged last, which Undo brings back.
  add column repeat_prev_at timestamptz(3),
  -- The whole rule, or none of it.
  add constraint reminders_repeat_is_whole check (
    (repeat_unit is null
      and num_nonnulls(repeat_interval, repeat_days, repeat_from, repeat_tz, repeat_next_at, repeat_prev_at) = 0)
    or (repeat_unit is not null and repeat_from is not null and repeat_tz is not null
      and (repeat_unit = 'weekday') = (repeat_days is not null)
      and (repeat_unit = 'weekday') = (repeat_interval is null))
  ),
  add constraint reminders_repeat_unit_check check (repeat_unit in ('day', 'weekday', 'week', 'month')),
  add constraint reminders_repeat_interval_check check (repeat_interval between 1 and 365),
  add constraint reminders_repeat_days_check check (repeat_days in ('sun-thu', 'mon-fri')),
  add constraint reminders_repeat_from_check check (repeat_from ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$');

-- The worker asks every shard which occurrences begin.
create index reminders_repeat_next on reminders (repeat_next_at) where repeat_next_at is not null;
