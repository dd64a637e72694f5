-- The sample file that the welcome made for a person. The key allows one per person, however many first requests arrive together.
create table samples (
  user_id bigint not null,
  file_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (user_id),
  -- Purged with its file: then another sample may be made.
  foreign key (user_id, file_id) references files (user_id, id) on delete cascade
);
-- Serves the cascade from files.
create index samples_by_file on samples (user_id, file_id);
