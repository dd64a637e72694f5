-- The schema that db/migrations lead to. Made by `npm run generate`; do not edit.

create table access_token_keys (
  token_hash bytea not null,
  user_id bigint not null,
  token_id uuid not null,
  constraint access_token_keys_pkey PRIMARY KEY (token_hash),
  constraint access_token_keys_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX access_token_keys_by_user ON public.access_token_keys USING btree (user_id);

create table access_tokens (
  user_id bigint not null,
  id uuid not null,
  token_hash bytea not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  writes_per_day integer,
  runs_per_day integer,
  constraint access_tokens_pkey PRIMARY KEY (user_id, id),
  constraint access_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint access_tokens_runs CHECK ((runs_per_day > 0)),
  constraint access_tokens_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'write'::text, 'run'::text]))),
  constraint access_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint access_tokens_writes CHECK ((writes_per_day > 0))
);

create table account_deletions (
  user_id bigint not null,
  asked_at timestamp(3) with time zone not null,
  delete_at timestamp(3) with time zone not null,
  constraint account_deletions_pkey PRIMARY KEY (user_id),
  constraint account_deletions_have_grace CHECK ((delete_at > asked_at))
);
CREATE INDEX account_deletions_due ON public.account_deletions USING btree (delete_at);

create table admin_acts (
  id uuid not null,
  at timestamp(3) with time zone not null,
  actor_id bigint not null,
  act text not null,
  target_type text not null,
  target_id text not null,
  detail jsonb not null,
  constraint admin_acts_pkey PRIMARY KEY (id),
  constraint admin_acts_act_check CHECK ((act ~ '^[a-z]+(_[a-z]+)*$'::text))
);
CREATE INDEX admin_acts_newest ON public.admin_acts USING btree (at DESC, id DESC);

create table agent_acts (
  user_id bigint not null,
  id uuid not null,
  token_id uuid not null,
  token_name text not null,
  at timestamp(3) with time zone not null,
  tool text not null,
  resource_type text,
  resource_id text,
  title text not null,
  outcome text not null,
  code text,
  kind text,
  before jsonb,
  after jsonb,
  undone_at timestamp(3) with time zone,
  constraint agent_acts_pkey PRIMARY KEY (user_id, id),
  constraint agent_acts_only_writes_are_undone CHECK (((undone_at IS NULL) OR (kind IS NOT NULL))),
  constraint agent_acts_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))),
  constraint agent_acts_refusals_have_a_code CHECK (((outcome = 'refused'::text) = (code IS NOT NULL))),
  constraint agent_acts_writes_are_whole CHECK ((((kind IS NULL) = (after IS NULL)) AND ((kind IS NOT NULL) OR (before IS NULL))))
);
CREATE INDEX agent_acts_by_token ON public.agent_acts USING btree (user_id, token_id, id DESC);
CREATE INDEX agent_acts_expiry ON public.agent_acts USING btree (at);
CREATE INDEX agent_acts_to_undo ON public.agent_acts USING btree (user_id, token_id, id) WHERE ((kind IS NOT NULL) AND (undone_at IS NULL));

create table ai_explanations (
  key bytea not null,
  explanation jsonb not null,
  generated_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint ai_explanations_pkey PRIMARY KEY (key),
  constraint ai_explanations_key_check CHECK ((octet_length(key) = 32))
);
CREATE INDEX ai_explanations_expiry ON public.ai_explanations USING btree (expires_at);

create table alerts (
  id uuid not null,
  fingerprint text not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  name text not null,
  severity text not null,
  summary text not null,
  type text not null,
  source text not null,
  status text not null,
  tags jsonb not null,
  metadata jsonb not null,
  search text not null,
  constraint alerts_fingerprint_started_at_key UNIQUE (fingerprint, started_at),
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_resolved_has_an_end CHECK (((status = 'resolved'::text) = (ended_at IS NOT NULL))),
  constraint alerts_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warn'::text, 'error'::text, 'critical'::text]))),
  constraint alerts_status_check CHECK ((status = ANY (ARRAY['firing'::text, 'resolved'::text])))
);
CREATE INDEX alerts_by_start ON public.alerts USING btree (started_at, id);
CREATE INDEX alerts_firing ON public.alerts USING btree (started_at) WHERE (status = 'firing'::text);

create table announcement_dismissals (
  user_id bigint not null,
  announcement_id uuid not null,
  dismissed_at timestamp(3) with time zone not null,
  constraint announcement_dismissals_pkey PRIMARY KEY (user_id, announcement_id)
);

create table announcements (
  id uuid not null,
  text text not null,
  link text,
  is_active boolean not null default false,
  created_at timestamp(3) with time zone not null,
  activated_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_active_was_activated CHECK (((NOT is_active) OR ((activated_at IS NOT NULL) AND (ended_at IS NULL)))),
  constraint announcements_link_check CHECK ((link ~ '^/([^/\\]|$)'::text)),
  constraint announcements_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 280)))
);
CREATE UNIQUE INDEX announcements_one_active ON public.announcements USING btree (is_active) WHERE is_active;

create table blobs (
  user_id bigint not null,
  sha256 bytea not null,
  size_bytes integer not null,
  codec text not null,
  body bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint blobs_pkey PRIMARY KEY (user_id, sha256),
  constraint blobs_codec_check CHECK ((codec = ANY (ARRAY['raw'::text, 'zstd'::text]))),
  constraint blobs_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint blobs_size_bytes_check CHECK (((size_bytes >= 0) AND (size_bytes <= 10485760)))
);

create table boards (
  user_id bigint not null,
  id uuid not null,
  name text not null,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint boards_pkey PRIMARY KEY (user_id, id),
  constraint boards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
CREATE UNIQUE INDEX boards_one_default ON public.boards USING btree (user_id) WHERE is_default;

create table code_runs (
  user_id bigint not null,
  run_id uuid not null,
  held_until timestamp(3) with time zone not null,
  constraint code_runs_pkey PRIMARY KEY (user_id)
);

create table event_counts (
  seconds integer not null,
  at timestamp(3) with time zone not null,
  event text not null,
  severity text not null,
  count bigint not null,
  constraint event_counts_pkey PRIMARY KEY (seconds, at, event, severity),
  constraint event_counts_count_check CHECK ((count > 0)),
  constraint event_counts_seconds_check CHECK ((seconds = ANY (ARRAY[60, 300, 3600]))),
  constraint event_counts_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warn'::text, 'error'::text, 'critical'::text])))
) with (fillfactor=80);
CREATE INDEX event_counts_all ON public.event_counts USING btree (seconds, at) WHERE (event = '*'::text);

create table events (
  at timestamp(3) with time zone not null,
  id uuid not null,
  event text not null,
  severity text not null,
  request_id text,
  fields jsonb not null,
  constraint events_pkey PRIMARY KEY (at, id),
  constraint events_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warn'::text, 'error'::text, 'critical'::text])))
) partition by RANGE (at);
CREATE INDEX events_by_name ON ONLY public.events USING btree (event, at);
CREATE INDEX events_loud ON ONLY public.events USING btree (severity, at, id) WHERE (severity <> 'info'::text);

create table file_activity (
  user_id bigint not null,
  day date not null,
  saves integer not null,
  constraint file_activity_pkey PRIMARY KEY (user_id, day),
  constraint file_activity_saves_check CHECK ((saves >= 0))
);

create table file_counts (
  user_id bigint not null,
  kind text not null,
  name text not null,
  n integer not null,
  constraint file_counts_pkey PRIMARY KEY (user_id, kind, name),
  constraint file_counts_kind_check CHECK ((kind = ANY (ARRAY['language'::text, 'tag'::text, 'repo'::text, 'category'::text, 'folder'::text]))),
  constraint file_counts_n_check CHECK ((n >= 0))
);

create table file_origins (
  user_id bigint not null,
  file_id uuid not null,
  repo_name text not null,
  repo_url text not null,
  repo_path text not null,
  renamed_to text,
  commit text not null,
  oid text not null,
  version integer,
  sent_oid text,
  taken_at timestamp(3) with time zone not null,
  constraint file_origins_pkey PRIMARY KEY (user_id, file_id),
  constraint file_origins_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint file_origins_commit_check CHECK ((octet_length(commit) = ANY (ARRAY[40, 64]))),
  constraint file_origins_oid_check CHECK ((octet_length(oid) = ANY (ARRAY[40, 64]))),
  constraint file_origins_sent_oid_check CHECK ((octet_length(sent_oid) = ANY (ARRAY[40, 64]))),
  constraint file_origins_version_check CHECK ((version >= 1))
);
CREATE INDEX file_origins_repo ON public.file_origins USING btree (user_id, repo_name);

create table file_versions (
  user_id bigint not null,
  file_id uuid not null,
  version integer not null,
  sha256 bytea not null,
  size_bytes integer not null,
  line_count integer not null,
  lines_added integer not null,
  lines_removed integer not null,
  source text not null,
  created_at timestamp(3) with time zone not null,
  token_id uuid,
  token_name text,
  constraint file_versions_pkey PRIMARY KEY (user_id, file_id, version),
  constraint file_versions_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint file_versions_user_id_sha256_fkey FOREIGN KEY (user_id, sha256) REFERENCES blobs(user_id, sha256),
  constraint file_versions_source_check CHECK ((source = ANY (ARRAY['web'::text, 'api'::text, 'upload'::text, 'import'::text, 'restore'::text, 'share'::text, 'repo'::text, 'agent'::text]))),
  constraint file_versions_version_check CHECK ((version >= 1))
);
CREATE INDEX file_versions_blob ON public.file_versions USING btree (user_id, sha256);

create table files (
  user_id bigint not null,
  id uuid not null,
  file_name text not null,
  language text not null,
  language_is_chosen boolean not null default false,
  description text not null default ''::text,
  first_line text not null default ''::text,
  tags text[] not null default '{}'::text[],
  repo text,
  source_url text,
  version integer not null,
  sha256 bytea not null,
  size_bytes integer not null,
  line_count integer not null,
  is_favorite boolean not null default false,
  is_pinned boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  touched_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  purge_at timestamp(3) with time zone,
  watched_version integer,
  constraint files_pkey PRIMARY KEY (user_id, id),
  constraint files_file_name_check CHECK (((char_length(split_part(file_name, '/'::text, '-1'::integer)) <= 255) AND ((char_length(file_name) - char_length(split_part(file_name, '/'::text, '-1'::integer))) <= 401) AND (file_name !~ '[\\[:cntrl:]]'::text) AND (file_name !~ '(^|/)\.{0,2}(/|$)'::text))),
  constraint files_tags_check CHECK ((cardinality(tags) <= 20)),
  constraint files_trash_is_whole CHECK (((deleted_at IS NULL) = (purge_at IS NULL))),
  constraint files_version_check CHECK ((version >= 1)),
  constraint files_watched_version_check CHECK ((watched_version >= 1))
);
CREATE INDEX files_by_base_name ON public.files USING btree (user_id, lower(split_part(file_name, '/'::text, '-1'::integer))) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_change ON public.files USING btree (user_id, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_size ON public.files USING btree (user_id, size_bytes DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX files_expiry ON public.files USING btree (purge_at) WHERE (purge_at IS NOT NULL);
CREATE INDEX files_favorite ON public.files USING btree (user_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND is_favorite);
CREATE INDEX files_in_trash ON public.files USING btree (user_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX files_language ON public.files USING btree (user_id, language, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX files_large ON public.files USING btree (user_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (size_bytes >= 100000));
CREATE INDEX files_list ON public.files USING btree (user_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX files_live_name ON public.files USING btree (user_id, file_name) WHERE (deleted_at IS NULL);
CREATE INDEX files_pinned ON public.files USING btree (user_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND is_pinned);
CREATE INDEX files_recent ON public.files USING btree (user_id, touched_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX files_repo ON public.files USING btree (user_id, repo, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (repo IS NOT NULL));
CREATE INDEX files_tags ON public.files USING gin (user_id, tags) WHERE (deleted_at IS NULL);
CREATE INDEX files_to_check ON public.files USING btree (user_id, id) WHERE ((version > watched_version) AND (deleted_at IS NULL));
CREATE INDEX files_trash ON public.files USING btree (user_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);

create table git_changes (
  user_id bigint not null,
  seq integer not null,
  file_id uuid not null,
  version integer not null,
  path text,
  is_executable boolean not null,
  constraint git_changes_pkey PRIMARY KEY (user_id, seq, file_id),
  constraint git_changes_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint git_changes_user_id_seq_fkey FOREIGN KEY (user_id, seq) REFERENCES git_commits(user_id, seq) ON DELETE CASCADE
);
CREATE INDEX git_changes_by_file ON public.git_changes USING btree (user_id, file_id, seq DESC);

create table git_commits (
  user_id bigint not null,
  seq integer not null,
  changes integer not null,
  text bytea not null,
  constraint git_commits_pkey PRIMARY KEY (user_id, seq),
  constraint git_commits_seq_check CHECK ((seq > 0))
);

create table git_histories (
  user_id bigint not null,
  generation integer not null,
  seq integer not null,
  constraint git_histories_pkey PRIMARY KEY (user_id)
);

create table git_nodes (
  url text not null,
  seen_at timestamp(3) with time zone not null,
  constraint git_nodes_pkey PRIMARY KEY (url)
);

create table identities (
  provider text not null,
  provider_uid bigint not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint identities_pkey PRIMARY KEY (provider_uid, provider),
  constraint identities_provider_check CHECK ((provider = 'messenger'::text))
);
CREATE INDEX identities_by_user ON public.identities USING btree (user_id);

create table invitations (
  id uuid not null,
  token_hash bytea not null,
  role text not null,
  note text not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  used_by bigint,
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_note_check CHECK ((char_length(note) <= 80)),
  constraint invitations_one_end CHECK (((revoked_at IS NULL) OR (used_at IS NULL))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['user'::text, 'premium'::text, 'admin'::text]))),
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX invitations_newest ON public.invitations USING btree (created_at DESC, id DESC);

create table job_locks (
  name text not null,
  holder text not null,
  epoch bigint not null,
  acquired_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint job_locks_pkey PRIMARY KEY (name)
);

create table job_requests (
  job_id text not null,
  requested_at timestamp(3) with time zone not null,
  constraint job_requests_pkey PRIMARY KEY (job_id)
);

create table job_runs (
  run_id uuid not null,
  job_id text not null,
  status text not null,
  trigger text not null,
  owner text not null,
  epoch bigint not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  processed integer not null,
  total integer,
  error text,
  failure_reason text,
  stuck_reported boolean not null,
  constraint job_runs_pkey PRIMARY KEY (run_id),
  constraint job_runs_ended CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  constraint job_runs_processed_check CHECK ((processed >= 0)),
  constraint job_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text]))),
  constraint job_runs_total_check CHECK ((total >= 0)),
  constraint job_runs_trigger_check CHECK ((trigger = ANY (ARRAY['schedule'::text, 'manual'::text])))
);
CREATE INDEX job_runs_age ON public.job_runs USING btree (started_at);
CREATE INDEX job_runs_latest ON public.job_runs USING btree (job_id, started_at DESC);
CREATE UNIQUE INDEX job_runs_one_running ON public.job_runs USING btree (job_id) WHERE (status = 'running'::text);

create table known_devices (
  user_id bigint not null,
  hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, hash),
  constraint known_devices_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX known_devices_expiry ON public.known_devices USING btree (expires_at);

create table link_backfills (
  user_id bigint not null,
  done_at timestamp(3) with time zone not null,
  constraint link_backfills_pkey PRIMARY KEY (user_id)
);

create table links (
  user_id bigint not null,
  source_id uuid not null,
  name_key text not null,
  note_id uuid,
  file_id uuid,
  line integer not null,
  excerpt text not null,
  target_kind text,
  target_id uuid,
  constraint links_pkey PRIMARY KEY (user_id, source_id, name_key),
  constraint links_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint links_user_id_note_id_fkey FOREIGN KEY (user_id, note_id) REFERENCES notes(user_id, id) ON DELETE CASCADE,
  constraint links_line_check CHECK ((line >= 1)),
  constraint links_name_key_check CHECK (((octet_length(name_key) >= 1) AND (octet_length(name_key) <= 2200))),
  constraint links_one_source CHECK ((((note_id IS NULL) <> (file_id IS NULL)) AND ((note_id IS NULL) OR (note_id = source_id)) AND ((file_id IS NULL) OR (file_id = source_id)))),
  constraint links_target_kind_check CHECK ((target_kind = ANY (ARRAY['file'::text, 'note'::text, 'board'::text]))),
  constraint links_whole_target CHECK (((target_kind IS NULL) = (target_id IS NULL)))
);
CREATE INDEX links_by_target ON public.links USING btree (user_id, target_id, source_id) WHERE (target_id IS NOT NULL);
CREATE INDEX links_of_file ON public.links USING btree (user_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX links_of_note ON public.links USING btree (user_id, note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX links_waiting ON public.links USING btree (user_id, name_key) WHERE (target_id IS NULL);

create table login_hashes (
  hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint login_hashes_pkey PRIMARY KEY (hash),
  constraint login_hashes_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX login_hashes_expiry ON public.login_hashes USING btree (expires_at);

create table mirror_files (
  mirror_id uuid not null,
  generation integer not null,
  path text not null,
  raw_path bytea,
  kind text not null,
  oid text not null,
  size_bytes bigint not null,
  constraint mirror_files_pkey PRIMARY KEY (mirror_id, generation, path),
  constraint mirror_files_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'executable'::text, 'symlink'::text, 'submodule'::text]))),
  constraint mirror_files_oid_check CHECK ((octet_length(oid) = ANY (ARRAY[40, 64]))),
  constraint mirror_files_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX mirror_files_by_name ON public.mirror_files USING btree (mirror_id, generation, lower(split_part(path, '/'::text, '-1'::integer)));
CREATE INDEX mirror_files_by_oid ON public.mirror_files USING btree (mirror_id, generation, oid);

create table mirror_lists (
  mirror_id uuid not null,
  commit text not null,
  generation integer not null,
  constraint mirror_lists_pkey PRIMARY KEY (mirror_id)
);

create table mirror_symbols (
  mirror_id uuid not null,
  oid text not null,
  language text not null,
  names text not null,
  symbols jsonb,
  constraint mirror_symbols_pkey PRIMARY KEY (mirror_id, oid, language),
  constraint mirror_symbols_oid_check CHECK ((octet_length(oid) = ANY (ARRAY[40, 64])))
);
CREATE INDEX mirror_symbols_names ON public.mirror_symbols USING gin (mirror_id, names gin_trgm_ops) WITH (fastupdate=off);

create table mirrors (
  id uuid not null,
  url text not null,
  asked_branch text not null,
  branch text,
  head text,
  file_count integer not null default 0,
  size_bytes bigint not null default 0,
  wanted_at timestamp(3) with time zone not null,
  left_at timestamp(3) with time zone,
  last_sync_at timestamp(3) with time zone,
  next_sync_at timestamp(3) with time zone not null,
  asked_at timestamp(3) with time zone,
  sync_id uuid,
  sync_until timestamp(3) with time zone,
  stage text,
  percent smallint,
  error text,
  failures smallint not null default 0,
  node text,
  index_number integer,
  indexed_commit text,
  index_id uuid,
  index_until timestamp(3) with time zone,
  index_at timestamp(3) with time zone,
  index_failures smallint not null default 0,
  symbols_commit text,
  symbols_id uuid,
  symbols_until timestamp(3) with time zone,
  symbols_at timestamp(3) with time zone,
  symbols_failures smallint not null default 0,
  constraint mirrors_one_for_each UNIQUE (url, asked_branch),
  constraint mirrors_pkey PRIMARY KEY (id),
  constraint mirrors_claim_is_whole CHECK (((sync_id IS NULL) = (sync_until IS NULL))),
  constraint mirrors_file_count_check CHECK ((file_count >= 0)),
  constraint mirrors_index_claim_is_whole CHECK (((index_id IS NULL) = (index_until IS NULL))),
  constraint mirrors_index_number_check CHECK ((index_number >= 1)),
  constraint mirrors_indexed_has_number CHECK (((indexed_commit IS NULL) OR (index_number IS NOT NULL))),
  constraint mirrors_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint mirrors_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint mirrors_stage_check CHECK ((stage = ANY (ARRAY['connecting'::text, 'counting'::text, 'receiving'::text, 'resolving'::text, 'listing'::text]))),
  constraint mirrors_symbols_claim_is_whole CHECK (((symbols_id IS NULL) = (symbols_until IS NULL))),
  constraint mirrors_synced_has_head CHECK (((head IS NULL) = (last_sync_at IS NULL)))
);
CREATE UNIQUE INDEX mirrors_by_index_number ON public.mirrors USING btree (index_number) WHERE (index_number IS NOT NULL);
CREATE INDEX mirrors_by_node ON public.mirrors USING btree (node, next_sync_at);
CREATE INDEX mirrors_due ON public.mirrors USING btree (next_sync_at);
CREATE INDEX mirrors_left ON public.mirrors USING btree (left_at) WHERE (left_at IS NOT NULL);
CREATE INDEX mirrors_to_index ON public.mirrors USING btree (last_sync_at) WHERE ((head IS DISTINCT FROM indexed_commit) AND (head IS NOT NULL));
CREATE INDEX mirrors_to_read ON public.mirrors USING btree (last_sync_at) WHERE ((head IS DISTINCT FROM symbols_commit) AND (head IS NOT NULL));

create table move_files (
  user_id bigint not null,
  move_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  before jsonb,
  after jsonb not null,
  undo text,
  constraint move_files_pkey PRIMARY KEY (user_id, move_id, file_id),
  constraint move_files_user_id_move_id_fkey FOREIGN KEY (user_id, move_id) REFERENCES moves(user_id, id) ON DELETE CASCADE,
  constraint move_files_undo_check CHECK ((undo = ANY (ARRAY['undone'::text, 'changed'::text, 'gone'::text, 'name_taken'::text])))
);
CREATE INDEX move_files_open ON public.move_files USING btree (user_id, move_id, file_id) WHERE (undo IS NULL);

create table moves (
  user_id bigint not null,
  id uuid not null,
  source text not null,
  label text not null,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  unchanged integer not null,
  skipped integer not null,
  undone_at timestamp(3) with time zone,
  constraint moves_pkey PRIMARY KEY (user_id, id),
  constraint moves_label_check CHECK ((char_length(label) <= 255)),
  constraint moves_source_check CHECK ((char_length(source) <= 20))
);
CREATE INDEX moves_recent ON public.moves USING btree (user_id, started_at DESC, id DESC);

create table note_changes (
  user_id bigint not null,
  note_id uuid not null,
  watch_at timestamp(3) with time zone not null,
  after_text text,
  constraint note_changes_pkey PRIMARY KEY (user_id, note_id, watch_at),
  constraint note_changes_user_id_note_id_fkey FOREIGN KEY (user_id, note_id) REFERENCES notes(user_id, id) ON DELETE CASCADE
);

create table note_history (
  user_id bigint not null,
  note_id uuid not null,
  seq integer not null,
  title text not null,
  content text not null,
  replaced_at timestamp(3) with time zone not null,
  constraint note_history_pkey PRIMARY KEY (user_id, note_id, seq),
  constraint note_history_user_id_note_id_fkey FOREIGN KEY (user_id, note_id) REFERENCES notes(user_id, id) ON DELETE CASCADE
);

create table note_quotas (
  user_id bigint not null,
  constraint note_quotas_pkey PRIMARY KEY (user_id)
);

create table notes (
  user_id bigint not null,
  id uuid not null,
  kind text not null,
  file_id uuid,
  board_id uuid,
  repo_name text,
  repo_path text,
  title text not null,
  content text not null,
  search_title text not null,
  search_body text not null,
  pos_x double precision not null,
  pos_y double precision not null,
  width double precision not null,
  height double precision not null,
  color text not null,
  is_minimized boolean not null,
  mode text not null,
  line_start integer,
  line_end integer,
  anchor_id text,
  anchor_text text,
  quote text,
  quote_before text,
  quote_after text,
  quote_version integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  purge_at timestamp(3) with time zone,
  quote_commit text,
  moved_from text,
  followed jsonb,
  watch_at timestamp(3) with time zone,
  watch_text text,
  watch_fired_at timestamp(3) with time zone,
  places jsonb not null default '[]'::jsonb,
  move_dismissed integer,
  watch_symbol jsonb,
  tags text[] not null default '{}'::text[],
  constraint notes_pkey PRIMARY KEY (user_id, id),
  constraint notes_user_id_board_id_fkey FOREIGN KEY (user_id, board_id) REFERENCES boards(user_id, id),
  constraint notes_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint notes_check CHECK ((line_end >= line_start)),
  constraint notes_color_check CHECK ((color = ANY (ARRAY['yellow'::text, 'pink'::text, 'green'::text, 'blue'::text, 'purple'::text, 'orange'::text, 'gray'::text]))),
  constraint notes_content_check CHECK ((char_length(content) <= 20000)),
  constraint notes_height_check CHECK (((height >= (80)::double precision) AND (height <= (1200)::double precision))),
  constraint notes_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'board'::text, 'repo'::text]))),
  constraint notes_line_start_check CHECK ((line_start >= 1)),
  constraint notes_mode_check CHECK ((mode = ANY (ARRAY['anchored'::text, 'surface'::text, 'screen'::text]))),
  constraint notes_move_dismissed_check CHECK ((move_dismissed >= 1)),
  constraint notes_one_target CHECK ((((kind = 'file'::text) AND (file_id IS NOT NULL) AND (board_id IS NULL) AND (repo_name IS NULL) AND (repo_path IS NULL)) OR ((kind = 'board'::text) AND (board_id IS NOT NULL) AND (file_id IS NULL) AND (repo_name IS NULL) AND (repo_path IS NULL)) OR ((kind = 'repo'::text) AND (repo_name IS NOT NULL) AND (repo_path IS NOT NULL) AND (file_id IS NULL) AND (board_id IS NULL)))),
  constraint notes_pos_x_check CHECK (((pos_x >= (0)::double precision) AND (pos_x <= (100000)::double precision))),
  constraint notes_pos_y_check CHECK (((pos_y >= (0)::double precision) AND (pos_y <= (1000000)::double precision))),
  constraint notes_tags_check CHECK ((cardinality(tags) <= 20)),
  constraint notes_title_check CHECK ((char_length(title) <= 80)),
  constraint notes_trash_is_whole CHECK (((deleted_at IS NULL) = (purge_at IS NULL))),
  constraint notes_watch_is_whole CHECK ((((watch_at IS NULL) = (watch_text IS NULL)) AND ((watch_fired_at IS NULL) OR (watch_at IS NOT NULL)))),
  constraint notes_width_check CHECK (((width >= (120)::double precision) AND (width <= (1200)::double precision)))
) with (fillfactor=88);
CREATE INDEX notes_board ON public.notes USING btree (user_id, board_id, id) WHERE (kind = 'board'::text);
CREATE INDEX notes_by_creation ON public.notes USING btree (user_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notes_by_text ON public.notes USING gin (user_id, search_title gin_trgm_ops, search_body gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX notes_expiry ON public.notes USING btree (purge_at) WHERE (purge_at IS NOT NULL);
CREATE INDEX notes_file ON public.notes USING btree (user_id, file_id, id) WHERE (kind = 'file'::text);
CREATE INDEX notes_in_trash ON public.notes USING btree (user_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notes_repo ON public.notes USING btree (user_id, repo_name, repo_path, id) WHERE (kind = 'repo'::text);
CREATE INDEX notes_watching ON public.notes USING btree (user_id, repo_name, repo_path) WHERE ((kind = 'repo'::text) AND (watch_at IS NOT NULL) AND (watch_fired_at IS NULL));

create table one_time_secrets (
  hash bytea not null,
  kind text not null,
  user_id bigint,
  data jsonb not null,
  expires_at timestamp(3) with time zone,
  constraint one_time_secrets_pkey PRIMARY KEY (hash),
  constraint one_time_secrets_hash_check CHECK ((octet_length(hash) = 32)),
  constraint one_time_secrets_kind_check CHECK ((kind = ANY (ARRAY['set_up'::text, 'sign_in_link'::text, 'recovery_code'::text, 'passkey_challenge'::text, 'oidc_state'::text, 'oidc_link'::text])))
);
CREATE INDEX one_time_secrets_by_user ON public.one_time_secrets USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX one_time_secrets_expiry ON public.one_time_secrets USING btree (expires_at) WHERE (expires_at IS NOT NULL);

create table outbox (
  user_id bigint not null,
  id uuid not null,
  kind text not null,
  resource_id text not null,
  title text not null,
  actor text not null,
  created_at timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  attempts smallint not null,
  status text not null,
  constraint outbox_pkey PRIMARY KEY (user_id, id),
  constraint outbox_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'unknown_kind'::text, 'no_subscriptions'::text, 'exhausted'::text]))),
  constraint outbox_waiting_has_a_time CHECK (((status = 'waiting'::text) = (next_at IS NOT NULL)))
);
CREATE INDEX outbox_next ON public.outbox USING btree (next_at) WHERE (next_at IS NOT NULL);

create table passkeys (
  user_id bigint not null,
  method_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  constraint passkeys_pkey PRIMARY KEY (user_id, method_id),
  constraint passkeys_user_id_method_id_fkey FOREIGN KEY (user_id, method_id) REFERENCES sign_in_methods(user_id, id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0))
);

create table passwords (
  user_id bigint not null,
  hash text not null,
  changed_at timestamp(3) with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_hash_check CHECK ((hash ~~ '$argon2id$%'::text))
);

create table preferences (
  user_id bigint not null,
  time_zone text,
  editor_wraps boolean not null default false,
  editor_indent smallint not null default 2,
  editor_text_size smallint not null default 14,
  shortcuts jsonb not null default '{}'::jsonb,
  agent_instructions text not null default ''::text,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_agent_instructions_check CHECK ((char_length(agent_instructions) <= 4000)),
  constraint preferences_editor_indent_check CHECK ((editor_indent = ANY (ARRAY[2, 4, 8]))),
  constraint preferences_editor_text_size_check CHECK (((editor_text_size >= 12) AND (editor_text_size <= 20))),
  constraint preferences_shortcuts_check CHECK ((jsonb_typeof(shortcuts) = 'object'::text)),
  constraint preferences_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);

create table push_endpoints (
  endpoint_hash text not null,
  user_id bigint not null,
  constraint push_endpoints_pkey PRIMARY KEY (endpoint_hash)
);

create table push_subscriptions (
  user_id bigint not null,
  endpoint_hash text not null,
  endpoint text not null,
  host text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamp(3) with time zone not null,
  last_ok_at timestamp(3) with time zone,
  last_failed_at timestamp(3) with time zone,
  last_failure text,
  session_id uuid,
  constraint push_subscriptions_pkey PRIMARY KEY (user_id, endpoint_hash),
  constraint push_subscriptions_user_id_session_id_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id) ON DELETE CASCADE,
  constraint push_subscriptions_endpoint_hash_check CHECK ((endpoint_hash ~ '^[0-9a-f]{32}$'::text))
);

create table quickfix_uses (
  id uuid not null,
  user_id bigint not null,
  alert_id uuid not null,
  action_id text not null,
  used_at timestamp(3) with time zone not null,
  constraint quickfix_uses_pkey PRIMARY KEY (id),
  constraint quickfix_uses_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint quickfix_uses_action_id_check CHECK (((char_length(action_id) >= 1) AND (char_length(action_id) <= 64)))
);
CREATE INDEX quickfix_uses_by_alert ON public.quickfix_uses USING btree (alert_id, used_at);

create table recovery_codes (
  user_id bigint not null,
  hash bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_codes_hash_check CHECK ((octet_length(hash) = 32))
);

create table reminder_deliveries (
  user_id bigint not null,
  note_id uuid not null,
  remind_at timestamp(3) with time zone not null,
  endpoint_hash text not null,
  host text not null,
  status text not null,
  next_at timestamp(3) with time zone,
  attempts smallint not null,
  interrupted smallint not null,
  last_status integer,
  ended_at timestamp(3) with time zone,
  constraint reminder_deliveries_pkey PRIMARY KEY (user_id, note_id, remind_at, endpoint_hash),
  constraint reminder_deliveries_user_id_note_id_fkey FOREIGN KEY (user_id, note_id) REFERENCES notes(user_id, id) ON DELETE CASCADE,
  constraint deliveries_ended_are_stamped CHECK (((next_at IS NULL) = (ended_at IS NOT NULL))),
  constraint deliveries_open_have_a_time CHECK (((status = ANY (ARRAY['waiting'::text, 'sending'::text])) = (next_at IS NOT NULL))),
  constraint reminder_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'gone'::text, 'failed'::text, 'cancelled'::text])))
) with (fillfactor=70);
CREATE INDEX deliveries_next ON public.reminder_deliveries USING btree (host, next_at) WHERE (next_at IS NOT NULL);

create table reminders (
  user_id bigint not null,
  note_id uuid not null,
  file_id uuid,
  remind_at timestamp(3) with time zone not null,
  status text not null,
  ack_at timestamp(3) with time zone,
  push_at timestamp(3) with time zone,
  repeat_unit text,
  repeat_interval smallint,
  repeat_days text,
  repeat_from text,
  repeat_tz text,
  repeat_next_at timestamp(3) with time zone,
  repeat_prev_at timestamp(3) with time zone,
  constraint reminders_pkey PRIMARY KEY (user_id, note_id),
  constraint reminders_user_id_note_id_fkey FOREIGN KEY (user_id, note_id) REFERENCES notes(user_id, id) ON DELETE CASCADE,
  constraint reminders_ack_is_whole CHECK (((status = 'acknowledged'::text) = (ack_at IS NOT NULL))),
  constraint reminders_push_only_pending CHECK (((push_at IS NULL) OR (status = 'pending'::text))),
  constraint reminders_repeat_days_check CHECK ((repeat_days = ANY (ARRAY['sun-thu'::text, 'mon-fri'::text]))),
  constraint reminders_repeat_from_check CHECK ((repeat_from ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'::text)),
  constraint reminders_repeat_interval_check CHECK (((repeat_interval >= 1) AND (repeat_interval <= 365))),
  constraint reminders_repeat_is_whole CHECK ((((repeat_unit IS NULL) AND (num_nonnulls(repeat_interval, repeat_days, repeat_from, repeat_tz) = 0)) OR ((repeat_unit IS NOT NULL) AND (repeat_from IS NOT NULL) AND (repeat_tz IS NOT NULL) AND ((repeat_unit = 'weekday'::text) = (repeat_days IS NOT NULL)) AND ((repeat_unit = 'weekday'::text) = (repeat_interval IS NULL))))),
  constraint reminders_repeat_unit_check CHECK ((repeat_unit = ANY (ARRAY['day'::text, 'weekday'::text, 'week'::text, 'month'::text]))),
  constraint reminders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'acknowledged'::text])))
) with (fillfactor=88);
CREATE INDEX reminders_pending ON public.reminders USING btree (user_id, remind_at) INCLUDE (note_id, file_id) WHERE (status = 'pending'::text);
CREATE INDEX reminders_push ON public.reminders USING btree (push_at) WHERE (push_at IS NOT NULL);
CREATE INDEX reminders_repeat_next ON public.reminders USING btree (repeat_next_at) WHERE (repeat_next_at IS NOT NULL);

create table repo_branches (
  user_id bigint not null,
  repo_id uuid not null,
  name text not null,
  mirror_id uuid not null,
  head text,
  error text,
  created_at timestamp(3) with time zone not null,
  constraint repo_branches_pkey PRIMARY KEY (user_id, repo_id, name),
  constraint repo_branches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
CREATE INDEX repo_branches_by_mirror ON public.repo_branches USING btree (mirror_id);

create table repo_hook_keys (
  hook_id text not null,
  user_id bigint not null,
  repo_id uuid not null,
  constraint repo_hook_keys_pkey PRIMARY KEY (hook_id),
  constraint repo_hook_keys_hook_id_check CHECK (((char_length(hook_id) >= 32) AND (char_length(hook_id) <= 64)))
);
CREATE INDEX repo_hook_keys_by_user ON public.repo_hook_keys USING btree (user_id);

create table repo_hooks (
  user_id bigint not null,
  repo_id uuid not null,
  hook_id text not null,
  secret text not null,
  created_at timestamp(3) with time zone not null,
  constraint repo_hooks_pkey PRIMARY KEY (user_id, repo_id),
  constraint repo_hooks_hook_id_check CHECK (((char_length(hook_id) >= 32) AND (char_length(hook_id) <= 64)))
);

create table repos (
  user_id bigint not null,
  id uuid not null,
  name text not null,
  url text not null,
  asked_branch text,
  mirror_id uuid not null,
  head text,
  created_at timestamp(3) with time zone not null,
  constraint repos_pkey PRIMARY KEY (user_id, id),
  constraint repos_name_check CHECK (((char_length(name) >= 3) AND (char_length(name) <= 201)))
);
CREATE INDEX repos_by_mirror ON public.repos USING btree (mirror_id);
CREATE UNIQUE INDEX repos_name ON public.repos USING btree (user_id, name);

create table request_counts (
  seconds integer not null,
  at timestamp(3) with time zone not null,
  method text not null,
  route text not null,
  requests bigint not null,
  errors bigint not null,
  total_ms bigint not null,
  max_ms integer not null,
  ms_10 bigint not null,
  ms_25 bigint not null,
  ms_50 bigint not null,
  ms_100 bigint not null,
  ms_250 bigint not null,
  ms_500 bigint not null,
  ms_1000 bigint not null,
  ms_2500 bigint not null,
  constraint request_counts_pkey PRIMARY KEY (seconds, at, method, route),
  constraint request_counts_check CHECK (((errors >= 0) AND (errors <= requests))),
  constraint request_counts_requests_check CHECK ((requests > 0)),
  constraint request_counts_seconds_check CHECK ((seconds = ANY (ARRAY[60, 300, 3600])))
) with (fillfactor=80);
CREATE INDEX request_counts_all ON public.request_counts USING btree (seconds, at) WHERE (method = '*'::text);

create table restore_proofs (
  id uuid not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  backup text,
  size_bytes bigint,
  table_count integer,
  row_count bigint,
  backup_ms integer not null,
  restore_ms integer,
  result text not null,
  detail text not null,
  constraint restore_proofs_pkey PRIMARY KEY (id),
  constraint restore_proofs_backup_ms_check CHECK ((backup_ms >= 0)),
  constraint restore_proofs_restore_ms_check CHECK ((restore_ms >= 0)),
  constraint restore_proofs_result_check CHECK ((result = ANY (ARRAY['proven'::text, 'different'::text, 'failed'::text]))),
  constraint restore_proofs_row_count_check CHECK ((row_count >= 0)),
  constraint restore_proofs_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint restore_proofs_table_count_check CHECK ((table_count >= 0))
);
CREATE INDEX restore_proofs_latest ON public.restore_proofs USING btree (started_at DESC);

create table samples (
  user_id bigint not null,
  file_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint samples_pkey PRIMARY KEY (user_id),
  constraint samples_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE
);
CREATE INDEX samples_by_file ON public.samples USING btree (user_id, file_id);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table search_docs (
  user_id bigint not null,
  file_id uuid not null,
  indexed boolean not null default false,
  pairs bytea,
  doc text not null,
  names text,
  symbols jsonb,
  constraint search_docs_pkey PRIMARY KEY (user_id, file_id),
  constraint search_docs_user_id_file_id_fkey FOREIGN KEY (user_id, file_id) REFERENCES files(user_id, id) ON DELETE CASCADE,
  constraint search_docs_pairs_check CHECK ((octet_length(pairs) = 512))
);
CREATE INDEX search_docs_by_text ON public.search_docs USING gin (user_id, file_id, doc gin_trgm_ops) WHERE indexed;
CREATE INDEX search_docs_file_names ON public.search_docs USING gin (user_id, split_part(names, chr(10), 1) gin_trgm_ops) WHERE (indexed AND (names IS NOT NULL));
CREATE INDEX search_docs_names ON public.search_docs USING gin (user_id, names gin_trgm_ops) WHERE (indexed AND (names IS NOT NULL));
CREATE INDEX search_docs_unread ON public.search_docs USING btree (user_id, file_id) WHERE (names IS NULL);

create table search_tiers (
  user_id bigint not null,
  is_heavy boolean not null,
  constraint search_tiers_pkey PRIMARY KEY (user_id)
);

create table session_keys (
  token_hash bytea not null,
  user_id bigint not null,
  session_id uuid not null,
  ends_at timestamp(3) with time zone not null,
  constraint session_keys_pkey PRIMARY KEY (token_hash),
  constraint session_keys_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX session_keys_by_user ON public.session_keys USING btree (user_id);
CREATE INDEX session_keys_expiry ON public.session_keys USING btree (ends_at);

create table sessions (
  user_id bigint not null,
  id uuid not null,
  token_hash bytea not null,
  user_agent text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  provider text,
  proved_by text,
  proved_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (user_id, id),
  constraint sessions_end_is_absolute CHECK ((expires_at <= ends_at)),
  constraint sessions_proof CHECK (((proved_by = ANY (ARRAY['passkey'::text, 'oidc'::text, 'password'::text, 'messenger'::text, 'recovery_code'::text, 'link'::text])) AND ((proved_at IS NULL) OR (proved_by IS NOT NULL)) AND (proved_at <= created_at))),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

create table share_feed_keys (
  key text not null,
  user_id bigint not null,
  constraint share_feed_keys_pkey PRIMARY KEY (key)
);
CREATE INDEX share_feed_keys_by_user ON public.share_feed_keys USING btree (user_id);

create table share_feeds (
  user_id bigint not null,
  key text not null,
  created_at timestamp(3) with time zone not null,
  constraint share_feeds_pkey PRIMARY KEY (user_id),
  constraint share_feeds_key_check CHECK (((char_length(key) >= 32) AND (char_length(key) <= 64)))
);

create table share_files (
  user_id bigint not null,
  share_id uuid not null,
  place smallint not null,
  file_id uuid not null,
  version integer not null,
  hidden_lines integer[] not null default '{}'::integer[],
  line_start integer,
  line_end integer,
  constraint share_files_pkey PRIMARY KEY (user_id, share_id, place),
  constraint share_files_user_id_file_id_version_fkey FOREIGN KEY (user_id, file_id, version) REFERENCES file_versions(user_id, file_id, version) ON DELETE CASCADE,
  constraint share_files_user_id_share_id_fkey FOREIGN KEY (user_id, share_id) REFERENCES shares(user_id, id) ON DELETE CASCADE,
  constraint share_files_lines_are_ordered CHECK (((line_start >= 1) AND (line_start <= line_end))),
  constraint share_files_lines_are_whole CHECK (((line_start IS NULL) = (line_end IS NULL))),
  constraint share_files_place_check CHECK (((place >= 1) AND (place <= 100)))
);
CREATE INDEX share_files_by_file ON public.share_files USING btree (user_id, file_id, version);

create table share_keys (
  key text not null,
  user_id bigint not null,
  share_id uuid not null,
  constraint share_keys_pkey PRIMARY KEY (key)
);
CREATE INDEX share_keys_by_user ON public.share_keys USING btree (user_id);

create table share_notes (
  user_id bigint not null,
  share_id uuid not null,
  place smallint not null,
  number smallint not null,
  title text not null,
  content text not null,
  line_start integer,
  line_end integer,
  constraint share_notes_pkey PRIMARY KEY (user_id, share_id, place, number),
  constraint share_notes_user_id_share_id_place_fkey FOREIGN KEY (user_id, share_id, place) REFERENCES share_files(user_id, share_id, place) ON DELETE CASCADE,
  constraint share_notes_check CHECK ((line_end >= line_start)),
  constraint share_notes_content_check CHECK ((char_length(content) <= 20000)),
  constraint share_notes_line_start_check CHECK ((line_start >= 1)),
  constraint share_notes_lines_are_whole CHECK (((line_start IS NULL) = (line_end IS NULL))),
  constraint share_notes_number_check CHECK (((number >= 1) AND (number <= 50))),
  constraint share_notes_title_check CHECK ((char_length(title) <= 80))
);

create table shares (
  user_id bigint not null,
  id uuid not null,
  kind text not null,
  key text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  views integer not null default 0,
  last_viewed_at timestamp(3) with time zone,
  seed text,
  feed_at timestamp(3) with time zone,
  constraint shares_pkey PRIMARY KEY (user_id, id),
  constraint shares_key_check CHECK (((char_length(key) >= 32) AND (char_length(key) <= 64))),
  constraint shares_kind_check CHECK ((kind = ANY (ARRAY['internal'::text, 'public'::text]))),
  constraint shares_seed_check CHECK ((char_length(seed) = 43)),
  constraint shares_views_check CHECK ((views >= 0))
);
CREATE INDEX shares_by_age ON public.shares USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX shares_expiry ON public.shares USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX shares_in_feed ON public.shares USING btree (user_id, feed_at DESC, id DESC) WHERE (feed_at IS NOT NULL);

create table sign_in_attempts (
  key bytea not null,
  failures integer not null,
  blocked_until timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (key),
  constraint sign_in_attempts_failures_check CHECK ((failures >= 0)),
  constraint sign_in_attempts_key_check CHECK ((octet_length(key) = 32))
);
CREATE INDEX sign_in_attempts_expiry ON public.sign_in_attempts USING btree (expires_at);

create table sign_in_keys (
  method text not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint sign_in_keys_pkey PRIMARY KEY (subject, issuer, method),
  constraint sign_in_keys_issuer_check CHECK ((char_length(issuer) <= 500)),
  constraint sign_in_keys_method_check CHECK ((method = ANY (ARRAY['oidc'::text, 'passkey'::text, 'password'::text]))),
  constraint sign_in_keys_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 1400)))
);
CREATE INDEX sign_in_keys_by_user ON public.sign_in_keys USING btree (user_id);

create table sign_in_methods (
  user_id bigint not null,
  id uuid not null,
  method text not null,
  issuer text not null,
  subject text not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint sign_in_methods_once UNIQUE (user_id, method, issuer, subject),
  constraint sign_in_methods_pkey PRIMARY KEY (user_id, id),
  constraint sign_in_methods_method_check CHECK ((method = ANY (ARRAY['messenger'::text, 'oidc'::text, 'passkey'::text, 'password'::text]))),
  constraint sign_in_methods_name_check CHECK ((char_length(name) <= 80))
);
CREATE UNIQUE INDEX sign_in_methods_one_password ON public.sign_in_methods USING btree (user_id) WHERE (method = 'password'::text);

create table token_usage (
  user_id bigint not null,
  token_id uuid not null,
  day date not null,
  writes integer not null,
  runs integer not null,
  constraint token_usage_pkey PRIMARY KEY (user_id, token_id)
);

create table users (
  user_id bigint not null,
  role text not null default 'user'::text,
  first_name text not null,
  locale text,
  theme text not null default 'system'::text,
  has_seen_welcome_modal boolean not null default false,
  created_at timestamp(3) with time zone not null,
  last_sign_in_at timestamp(3) with time zone not null,
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['he'::text, 'en'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'premium'::text, 'admin'::text]))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text, 'contrast'::text])))
);
CREATE INDEX users_names ON public.users USING gin (lower(first_name) gin_trgm_ops);
CREATE INDEX users_with_roles ON public.users USING btree (user_id) WHERE (role <> 'user'::text);

create table views (
  user_id bigint not null,
  id uuid not null,
  name text not null,
  page text not null,
  query text not null,
  position integer not null,
  created_at timestamp(3) with time zone not null,
  constraint views_name UNIQUE (user_id, name),
  constraint views_pkey PRIMARY KEY (user_id, id),
  constraint views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint views_page_check CHECK ((page = ANY (ARRAY['search'::text, 'files'::text, 'notes'::text]))),
  constraint views_query_check CHECK (((octet_length(query) >= 1) AND (octet_length(query) <= 4000)))
);
