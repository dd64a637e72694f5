-- A note can watch its lines. `watch_at` names one watch: it is set when the watch starts and again when it is re-armed. `watch_text` is the
-- text of the lines at that moment. `watch_fired_at`: since then the watch is off, because the code was found changed.
alter table notes
  add column watch_at timestamptz(3),
  add column watch_text text,
  add column watch_fired_at timestamptz(3),
  add constraint notes_watch_is_whole check ((watch_at is null) = (watch_text is null) and (watch_fired_at is null or watch_at is not null));

-- Which watches of a repository are on: a sync asks for those on the files that it changed.
create index notes_watching on notes (user_id, repo_name, repo_path) where kind = 'repo' and watch_at is not null and watch_fired_at is null;

-- What a watch found, while it is off. The key allows one change for each time the watch was armed, whoever finds it. No text: the code was
-- deleted, or can no longer be found.
create table note_changes (
  user_id bigint not null,
  note_id uuid not null,
  watch_at timestamptz(3) not null,
  after_text text,
  primary key (user_id, note_id, watch_at),
  foreign key (user_id, note_id) references notes (user_id, id) on delete cascade
);

-- Up to which version the watches on the lines of a file were checked; null: none watches. Every save raises `version`, whoever saves, and
-- so brings the file into the index of those that have to be checked.
alter table files
  add column watched_version integer,
  add constraint files_watched_version_check check (watched_version >= 1);
create index files_to_check on files (user_id, id) where version > watched_version and deleted_at is null;

-- A watch that fires while a reminder is still to come makes the note due now and that reminder its next occurrence, also without a rule.
alter table reminders
  drop constraint reminders_repeat_is_whole,
  add constraint reminders_repeat_is_whole check ((repeat_unit is null and num_nonnulls(repeat_interval, repeat_days, repeat_from, repeat_tz) = 0) or (repeat_unit is not null and repeat_from is not null and repeat_tz is not null and (repeat_unit = 'weekday') = (repeat_days is not null) and (repeat_unit = 'weekday') = (repeat_interval is null)));
