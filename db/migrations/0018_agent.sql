-- What a token may do in a day; null: as much as its person may.
alter table access_tokens
  add column writes_per_day integer constraint access_tokens_writes check (writes_per_day > 0),
  add column runs_per_day integer constraint access_tokens_runs check (runs_per_day > 0);

-- What a token did on its newest day (of UTC). One row a token: a new day starts it afresh.
create table token_usage (
  user_id bigint not null,
  token_id uuid not null,
  day date not null,
  writes integer not null,
  runs integer not null,
  primary key (user_id, token_id)
);

-- What tokens did. The row of a write is written in the transaction of the write.
create table agent_acts (
  user_id bigint not null,
  id uuid not null,
  token_id uuid not null,
  -- Kept here: the token may be revoked, and what it did is still to be read and undone.
  token_name text not null,
  at timestamptz(3) not null,
  -- The name of an MCP tool, or `api`.
  tool text not null,
  resource_type text,
  resource_id text,
  -- The name of a file; notes are told without their text.
  title text not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  -- Of a refusal: its code.
  code text,
  -- Of a write: its kind, what was there (null: nothing) and what is there now, as undo needs it.
  kind text,
  before jsonb,
  after jsonb,
  undone_at timestamptz(3),
  primary key (user_id, id),
  constraint agent_acts_writes_are_whole check ((kind is null) = (after is null) and (kind is not null or before is null)),
  constraint agent_acts_refusals_have_a_code check ((outcome = 'refused') = (code is not null)),
  constraint agent_acts_only_writes_are_undone check (undone_at is null or kind is not null)
);
-- Serves the journal of one token.
create index agent_acts_by_token on agent_acts (user_id, token_id, id desc);
-- Serves undo, and the question which tokens left something to undo.
create index agent_acts_to_undo on agent_acts (user_id, token_id, id) where kind is not null and undone_at is null;
-- The worker asks every shard which acts are past their time.
create index agent_acts_expiry on agent_acts (at);
