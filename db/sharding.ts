/**
 * How each table is distributed on Citus. Every table is in exactly one of the three lists. Tests check the schema and
 * every statement against them, and `db/distribute.sql` distributes accordingly.
 */

/** Distributed by `user_id` and colocated: `user_id` leads every key, index and query. */
export const USER_TABLES: Readonly<Record<string, string>> = {
  users: 'the account; its primary key is user_id',
  sessions: 'where the user is signed in',
  sign_in_methods: 'the ways in which the user can sign in',
  passwords: 'hash of the password',
  passkeys: 'public keys and counters of passkeys',
  known_devices: 'hashes of the cookies of browsers that have signed in with the password',
  recovery_codes: 'hashes of unused recovery codes',
  access_tokens: 'personal access tokens',
  blobs: 'bodies of files, addressed by their content',
  files: 'files of the library',
  file_versions: 'every version of a file',
  search_docs: 'normalised text that search reads',
  file_counts: 'counts shown beside the filters',
  file_activity: 'number of saves per day',
  boards: 'boards that notes are on',
  notes: 'notes on files, boards and repository files',
  note_history: 'earlier texts of a note',
  note_changes: 'what the watch of a note found',
  links: 'links in notes and Markdown files, and what each of them means',
  link_backfills: 'whether the texts from before links were stored have been read',
  views: 'searches and filtered lists that the user saved under a name',
  note_quotas: 'unused since quotas lock the row of users; a later migration drops it',
  reminders: 'reminders of notes',
  samples: 'the sample file of the welcome',
  push_subscriptions: 'push subscriptions of browsers',
  reminder_deliveries: 'one row per reminder and device, with the state of its push',
  outbox: 'notifications of agent writes that are not sent yet',
  token_usage: 'writes and runs of a token today, for its daily budget',
  agent_acts: 'audit log of tokens, with what an undo needs',
  search_tiers: 'whether search uses the trigram index',
  shares: 'shares of files',
  share_files: 'the versions in a share, and their hidden lines',
  share_notes: 'copies of the notes that a share shows',
  share_feeds: 'the address of the feed of a user who turned it on',
  announcement_dismissals: 'announcements that the user dismissed',
  preferences: 'settings of a user',
  account_deletions: 'accounts that are scheduled for deletion',
  code_runs: 'programs that are running',
  repos: 'repositories mirrored here',
  repo_branches: 'further branches of a repository that the user follows',
  repo_hooks: 'the webhook of a repository, and its secret',
  moves: 'moves from other programs',
  move_files: 'the files that a move wrote, with what an undo needs',
  file_origins: 'repository, path and commit that a file was copied from',
  git_histories: 'the newest commit of the library as a git repository',
  git_commits: 'its commits',
  git_changes: 'the files that each commit changes',
}

/**
 * Lookups that lead to a user, so they cannot start from one, and lists that many users share. Distributed by their own key, reached
 * in a statement of their own. What a user may see is decided by the rows of the user.
 */
export const DIRECTORY_TABLES: Readonly<Record<string, { key: string; because: string }>> = {
  identities: { key: 'provider_uid', because: "from the messenger's number to a user" },
  sign_in_keys: { key: 'subject', because: 'from what another provider or a browser proves to a user' },
  one_time_secrets: { key: 'hash', because: 'from a link, a code or a challenge to what it is good for, once' },
  sign_in_attempts: { key: 'key', because: 'failed passwords, counted before the user is known' },
  session_keys: { key: 'token_hash', because: 'from a cookie to a user and a session' },
  access_token_keys: { key: 'token_hash', because: 'from a personal access token to a user' },
  push_endpoints: { key: 'endpoint_hash', because: 'from a browser to its current user' },
  login_hashes: { key: 'hash', because: 'each widget hash can be used once, by any user' },
  repo_hook_keys: { key: 'hook_id', because: 'from the address of a webhook to a repository' },
  share_keys: { key: 'key', because: 'from the address of a share to its owner' },
  share_feed_keys: { key: 'key', because: 'from the address of a feed to its owner' },
  mirror_lists: { key: 'mirror_id', because: 'the list of files of a mirror, which many users share' },
  mirror_files: { key: 'mirror_id', because: 'the files in that list' },
  mirror_symbols: { key: 'mirror_id', because: 'the names of the definitions in these files' },
}

/** State of the installation: small tables that stay on the coordinator and are not joined with user tables. */
export const CONTROL_TABLES: Readonly<Record<string, string>> = {
  events: 'operational events without personal data; partitioned by time',
  job_locks: 'leader lease of the workers',
  job_runs: 'runs of background jobs',
  job_requests: 'runs that an admin requested',
  schema_migrations: 'applied migrations',
  announcements: 'announcements to all users',
  invitations: 'invitations to make an account',
  mirrors: 'mirrors of repositories, and the state of their syncs',
  git_nodes: 'processes that hold mirrors on their own disks',
  restore_proofs: 'test restores of backups',
  event_counts: 'event counts per minute, five minutes and hour',
  request_counts: 'request counts and durations per minute, five minutes and hour',
  alerts: 'alerts received from Alertmanager',
  quickfix_uses: 'quick fixes that an admin tried on an alert; deleted with the account',
  admin_acts: 'audit log of admins, with ids and without names',
  ai_explanations: 'answers of an AI provider, cached for a day',
}

/** Indexes of user tables that do not start with `user_id`, each with the query that reads it on every shard. */
export const WORKER_INDEXES: Readonly<Record<string, string>> = {
  sessions_expiry: 'expired sessions',
  known_devices_expiry: 'cookies of known devices past their year',
  users_names: 'admin search: users whose name contains a text',
  notes_expiry: 'notes in the trash that are past their date',
  reminders_push: 'reminders that are due',
  reminders_repeat_next: 'repeating reminders whose next occurrence begins',
  deliveries_next: 'the next deliveries of a push host',
  outbox_next: 'the next agent notifications',
  agent_acts_expiry: 'audit entries of tokens past their retention',
  files_expiry: 'files in the trash that are past their date',
  shares_expiry: 'expired shares',
  repos_by_mirror: 'everyone who has a mirror that was synced',
  repo_branches_by_mirror: 'branches to fetch with a mirror, and everyone who follows one',
  account_deletions_due: 'accounts whose deletion is due',
}

/** Timestamps that no client sends back: `table.column` → why it is not `timestamptz(3)`. */
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
