/**
 * What becomes of every user table in an export. docs/export-format.md has the same lists; src/features/transfer/tables.test.ts fails
 * when a table is in none of them.
 */

/** In the export, row by row. `except`: columns that differ after an import, with the reason. */
export const EXPORTED: Readonly<Record<string, { in: string; except?: Record<string, string> }>> = {
  users: {
    in: '`settings.json`: language and theme',
    except: {
      role: 'belongs to the installation',
      first_name: 'comes from the sign-in',
      has_seen_welcome_modal: 'the tour of an installation',
      created_at: 'when the account was created',
      last_sign_in_at: 'sign-ins here',
    },
  },
  preferences: { in: '`settings.json`' },
  views: { in: '`views/<id>.json`' },
  blobs: { in: '`files/…`, `versions/…`', except: { created_at: 'when the text was stored here' } },
  files: {
    in: '`meta/<name>.json`',
    except: { watched_version: 'from the notes that watch its lines, after the next version' },
  },
  file_versions: {
    in: '`meta/<name>.json`',
    except: { token_id: 'tokens belong to the account; the name of the token is kept' },
  },
  file_origins: { in: '`meta/<name>.json`: `origin`' },
  boards: { in: '`boards/<id>.json`' },
  notes: {
    in: '`notes/<id>.md`, `notes/<id>.json`',
    except: { move_dismissed: 'an offer that was dismissed is made again' },
  },
  note_history: { in: '`notes/<id>.json`: `history`' },
  note_changes: { in: '`notes/<id>.json`: `watch`' },
  reminders: {
    in: '`notes/<id>.json`: `reminder`',
    except: { repeat_prev_at: 'only Undo of the last Done needs it' },
  },
  shares: { in: '`shares/<id>.json`', except: { feed_at: 'the feed belongs to this host' } },
  share_files: { in: '`shares/<id>.json`: `files`' },
  share_notes: { in: '`shares/<id>.json`: `notes`' },
  repos: {
    in: '`repositories/<id>.json`',
    except: {
      mirror_id: 'mirrors belong to the installation',
      head: 'the commit of the mirror here, after the next sync',
    },
  },
}

/** Rebuilt from the rest by an import. */
export const DERIVED: Readonly<Record<string, string>> = {
  links:
    'what the links in texts mean: from the texts, and for targets with other names now `meta/<name>.json` and `notes/<id>.json`: `links`',
  link_backfills: 'from the texts, by a job',
  search_docs: 'from the texts',
  search_tiers: 'from the number of files, by a job',
  file_counts: 'from the files',
  file_activity: 'from the dates of the versions',
}

export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'secret; where this account is signed in',
  sign_in_methods: 'ways into this account',
  passwords: 'secret',
  passkeys: 'bound to the host name',
  known_devices: 'secret',
  recovery_codes: 'secret',
  access_tokens: 'secret; only a hash is stored',
  token_usage: 'budgets of those tokens, of today',
  agent_acts: 'audit log of those tokens; an undo needs the ids of this account',
  push_subscriptions: 'bound to this host name and its keys',
  reminder_deliveries: 'deliveries to those devices',
  outbox: 'notifications that wait for those devices',
  repo_branches: 'which branches are read beside the main one; fetched again when they are added',
  repo_hooks: 'secret; the webhook calls this host',
  git_histories: 'commits of the library as a git repository; made again from the versions',
  git_commits: 'the same',
  git_changes: 'the same',
  moves: 'imports from other programs, for their undo; it needs the ids of this account',
  move_files: 'the same',
  share_feeds: 'secret address on this host; turned on again by hand',
  samples: 'which file the welcome made; its copy is an ordinary file',
  announcement_dismissals: 'announcements belong to the installation',
  account_deletions: 'the deletion of this account',
  code_runs: 'programs that are running',
  note_quotas: 'empty; no code reads it',
}
