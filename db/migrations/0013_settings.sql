-- What somebody set once and expects everywhere. No row: everything as it comes.
create table preferences (
  user_id bigint primary key,
  -- IANA name; null follows the site's own.
  time_zone text check (char_length(time_zone) between 1 and 64),
  editor_wraps boolean not null default false,
  editor_indent smallint not null default 2 check (editor_indent in (2, 4, 8)),
  editor_text_size smallint not null default 14 check (editor_text_size between 12 and 20),
  -- Keys that a shortcut has by itself → keys that this person gave it.
  shortcuts jsonb not null default '{}' check (jsonb_typeof(shortcuts) = 'object'),
  -- What agents that work for this person are told first.
  agent_instructions text not null default '' check (char_length(agent_instructions) <= 4000)
);

-- Accounts that their owners want gone. Until the date it can be taken back; then the worker deletes every row of theirs,
-- and this one last, so that a deletion that was cut short goes on.
create table account_deletions (
  user_id bigint primary key,
  asked_at timestamptz(3) not null,
  delete_at timestamptz(3) not null,
  constraint account_deletions_have_grace check (delete_at > asked_at)
);
-- Serves the worker: whose time has come?
create index account_deletions_due on account_deletions (delete_at);
