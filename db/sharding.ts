/**
 * Which table is kept how when one PostgreSQL is no longer enough. Every table stands in exactly one of the three lists;
 * tests hold the schema and every statement to them, and `db/distribute.sql` does what they say.
 */

/** Distributed by `user_id` and colocated: `user_id` leads every key, index and query. */
export const USER_TABLES: Readonly<Record<string, string>> = {
  users: 'the person; its whole key is user_id',
  blobs: 'bodies of files, addressed by their content',
  files: 'what the library holds',
  file_versions: 'every text a file ever had',
  search_docs: 'what search looks at',
  file_counts: 'counts beside the filters',
  file_activity: 'saves a day',
  boards: 'surfaces for notes',
  notes: 'what people stick on files, boards and repository files',
  note_history: 'what a note said before',
  note_quotas: 'held while the last free place is given away',
  reminders: 'when a note wants to be seen again',
  push_subscriptions: 'browsers to be told',
  reminder_deliveries: 'what was sent where, and when',
  outbox: 'what agents wrote, to be told',
  token_usage: 'what a token did today, held against its budget',
  agent_acts: 'what tokens did, and what undoes it',
  search_tiers: 'whether this person is searched through the trigram index',
  shares: 'what somebody shows to others',
  share_files: 'the versions in a share, and their hidden lines',
  announcement_dismissals: 'banners that somebody has closed',
  preferences: 'what somebody set once and expects everywhere',
  account_deletions: 'accounts that wait for their end',
  code_runs: 'who runs code now',
  repos: 'repositories mirrored here',
  repo_files: 'what is in the tree of their current commit',
  file_origins: 'where files of the library were taken from',
}

/** Lookups that lead to a user, so they cannot start from one. Distributed by their own key, reached in a statement of their own. */
export const DIRECTORY_TABLES: Readonly<Record<string, { key: string; because: string }>> = {
  identities: { key: 'provider_uid', because: "from the messenger's number to a user" },
  sessions: { key: 'token_hash', because: 'from a cookie to a user' },
  access_tokens: { key: 'token_hash', because: 'from a personal access token to a user' },
  push_endpoints: { key: 'endpoint_hash', because: 'from a browser to its owner of today' },
  login_hashes: { key: 'hash', because: 'each widget hash is good once, whoever it signs in' },
  repo_hooks: { key: 'hook_id', because: 'from the address of a webhook to a repository' },
  share_keys: { key: 'key', because: 'from the address of a share to its owner' },
}

/** The service's own state: small or kept apart from users' data, never joined by the million. */
export const CONTROL_TABLES: Readonly<Record<string, string>> = {
  events: 'what the service did, without personal data; partitioned by time',
  job_locks: 'leadership of the worker',
  job_runs: 'what the worker did',
  job_requests: 'runs asked for by hand',
  schema_migrations: 'which migrations ran',
  announcements: 'what the service tells everybody',
  restore_proofs: 'backups that were restored for a trial',
  event_counts: 'how often each event happened, by minute, five minutes and hour',
  request_counts: 'how requests were answered, likewise',
  alerts: 'what the alert manager told us',
  quickfix_uses: 'which remedy an admin tried on which alert; few, and erased with the account',
  admin_acts: 'what admins did; numbers and no names',
  ai_explanations: 'answers of an AI provider, for a day',
}

/** Indexes of user tables that do not start with `user_id`, each with the question the worker asks of every shard. */
export const WORKER_INDEXES: Readonly<Record<string, string>> = {
  users_names: 'whose name contains these letters? (an admin asks)',
  notes_expiry: 'which notes in the trash are past their date?',
  reminders_push: 'which reminders are to be handed out?',
  deliveries_next: 'what is next for a push host?',
  outbox_next: 'what is to be told next?',
  agent_acts_expiry: 'which acts of tokens are past their time?',
  files_expiry: 'which files in the trash are past their date?',
  shares_expiry: 'which shares have run out?',
  repos_due: 'which mirror is to be synced next?',
  account_deletions_due: 'whose account is to be deleted now?',
}

/** Moments that no client sends back and nothing compares: `table.column` → why it is not `timestamptz(3)`. */
export const OTHER_MOMENTS: Readonly<Record<string, string>> = {}

export type ShardingRules = {
  userTables: ReadonlySet<string>
  directoryTables: ReadonlySet<string>
  controlTables: ReadonlySet<string>
}

export const SHARDING: ShardingRules = {
  userTables: new Set(Object.keys(USER_TABLES)),
  directoryTables: new Set(Object.keys(DIRECTORY_TABLES)),
  controlTables: new Set(Object.keys(CONTROL_TABLES)),
}
