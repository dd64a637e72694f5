// Made by `npm run generate` from the migrated database; do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { BoardId, FileId, NoteId, SessionId, UserId } from '#base/ids.ts'

type Json = ColumnType<unknown, string, string>

export type Tables = {
  access_token_keys: {
    token_hash: Buffer
    user_id: UserId
    token_id: string
  }
  access_tokens: {
    user_id: UserId
    id: string
    token_hash: Buffer
    name: string
    scopes: string[]
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    writes_per_day: number | null
    runs_per_day: number | null
  }
  account_deletions: {
    user_id: UserId
    asked_at: Date
    delete_at: Date
  }
  admin_acts: {
    id: string
    at: Date
    actor_id: string
    act: string
    target_type: string
    target_id: string
    detail: Json
  }
  agent_acts: {
    user_id: UserId
    id: string
    token_id: string
    token_name: string
    at: Date
    tool: string
    resource_type: string | null
    resource_id: string | null
    title: string
    outcome: 'done' | 'refused' | 'failed'
    code: string | null
    kind: string | null
    before: Json | null
    after: Json | null
    undone_at: Date | null
  }
  ai_explanations: {
    key: Buffer
    explanation: Json
    generated_at: Date
    expires_at: Date
  }
  alerts: {
    id: string
    fingerprint: string
    started_at: Date
    ended_at: Date | null
    received_at: Date
    name: string
    severity: 'info' | 'warn' | 'error' | 'critical'
    summary: string
    type: string
    source: string
    status: 'firing' | 'resolved'
    tags: Json
    metadata: Json
    search: string
  }
  announcement_dismissals: {
    user_id: UserId
    announcement_id: string
    dismissed_at: Date
  }
  announcements: {
    id: string
    text: string
    link: string | null
    is_active: Generated<boolean>
    created_at: Date
    activated_at: Date | null
    ended_at: Date | null
  }
  blobs: {
    user_id: UserId
    sha256: Buffer
    size_bytes: number
    codec: 'raw' | 'zstd'
    body: Buffer
    created_at: Date
  }
  boards: {
    user_id: UserId
    id: BoardId
    name: string
    is_default: boolean
    created_at: Date
  }
  code_runs: {
    user_id: UserId
    run_id: string
    held_until: Date
  }
  event_counts: {
    seconds: number
    at: Date
    event: string
    severity: 'info' | 'warn' | 'error' | 'critical'
    count: string
  }
  events: {
    at: Date
    id: string
    event: string
    severity: 'info' | 'warn' | 'error' | 'critical'
    request_id: string | null
    fields: Json
  }
  file_activity: {
    user_id: UserId
    day: string
    saves: number
  }
  file_counts: {
    user_id: UserId
    kind: 'language' | 'tag' | 'repo' | 'category' | 'folder'
    name: string
    n: number
  }
  file_origins: {
    user_id: UserId
    file_id: FileId
    repo_name: string
    repo_url: string
    repo_path: string
    renamed_to: string | null
    commit: string
    oid: string
    version: number | null
    sent_oid: string | null
    taken_at: Date
  }
  file_versions: {
    user_id: UserId
    file_id: FileId
    version: number
    sha256: Buffer
    size_bytes: number
    line_count: number
    lines_added: number
    lines_removed: number
    source: 'web' | 'api' | 'upload' | 'import' | 'restore' | 'share' | 'repo' | 'agent'
    created_at: Date
    token_id: string | null
    token_name: string | null
  }
  files: {
    user_id: UserId
    id: FileId
    file_name: string
    language: string
    language_is_chosen: Generated<boolean>
    description: Generated<string>
    first_line: Generated<string>
    tags: Generated<string[]>
    repo: string | null
    source_url: string | null
    version: number
    sha256: Buffer
    size_bytes: number
    line_count: number
    is_favorite: Generated<boolean>
    is_pinned: Generated<boolean>
    created_at: Date
    updated_at: Date
    touched_at: Date
    deleted_at: Date | null
    purge_at: Date | null
    watched_version: number | null
  }
  git_changes: {
    user_id: UserId
    seq: number
    file_id: FileId
    version: number
    path: string | null
    is_executable: boolean
  }
  git_commits: {
    user_id: UserId
    seq: number
    changes: number
    text: Buffer
  }
  git_histories: {
    user_id: UserId
    generation: number
    seq: number
  }
  git_nodes: {
    url: string
    seen_at: Date
  }
  identities: {
    provider: 'messenger'
    provider_uid: string
    user_id: UserId
    created_at: Date
  }
  invitations: {
    id: string
    token_hash: Buffer
    role: 'user' | 'premium' | 'admin'
    note: string
    created_by: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    used_at: Date | null
    used_by: string | null
  }
  job_locks: {
    name: string
    holder: string
    epoch: string
    acquired_at: Date
    expires_at: Date
  }
  job_requests: {
    job_id: string
    requested_at: Date
  }
  job_runs: {
    run_id: string
    job_id: string
    status: 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
    trigger: 'schedule' | 'manual'
    owner: string
    epoch: string
    started_at: Date
    ended_at: Date | null
    processed: number
    total: number | null
    error: string | null
    failure_reason: string | null
    stuck_reported: boolean
  }
  known_devices: {
    user_id: UserId
    hash: Buffer
    created_at: Date
    expires_at: Date
  }
  link_backfills: {
    user_id: UserId
    done_at: Date
  }
  links: {
    user_id: UserId
    source_id: string
    name_key: string
    note_id: NoteId | null
    file_id: FileId | null
    line: number
    excerpt: string
    target_kind: 'file' | 'note' | 'board' | null
    target_id: string | null
  }
  login_hashes: {
    hash: Buffer
    expires_at: Date
  }
  mirror_files: {
    mirror_id: string
    generation: number
    path: string
    raw_path: Buffer | null
    kind: 'file' | 'executable' | 'symlink' | 'submodule'
    oid: string
    size_bytes: string
  }
  mirror_lists: {
    mirror_id: string
    commit: string
    generation: number
  }
  mirror_symbols: {
    mirror_id: string
    oid: string
    language: string
    names: string
    symbols: Json | null
  }
  mirrors: {
    id: string
    url: string
    asked_branch: string
    branch: string | null
    head: string | null
    file_count: Generated<number>
    size_bytes: Generated<string>
    wanted_at: Date
    left_at: Date | null
    last_sync_at: Date | null
    next_sync_at: Date
    asked_at: Date | null
    sync_id: string | null
    sync_until: Date | null
    stage: 'connecting' | 'counting' | 'receiving' | 'resolving' | 'listing' | null
    percent: number | null
    error: string | null
    failures: Generated<number>
    node: string | null
    index_number: number | null
    indexed_commit: string | null
    index_id: string | null
    index_until: Date | null
    index_at: Date | null
    index_failures: Generated<number>
    symbols_commit: string | null
    symbols_id: string | null
    symbols_until: Date | null
    symbols_at: Date | null
    symbols_failures: Generated<number>
  }
  move_files: {
    user_id: UserId
    move_id: string
    file_id: FileId
    file_name: string
    before: Json | null
    after: Json
    undo: 'undone' | 'changed' | 'gone' | 'name_taken' | null
  }
  moves: {
    user_id: UserId
    id: string
    source: string
    label: string
    started_at: Date
    finished_at: Date | null
    unchanged: number
    skipped: number
    undone_at: Date | null
  }
  note_changes: {
    user_id: UserId
    note_id: NoteId
    watch_at: Date
    after_text: string | null
  }
  note_history: {
    user_id: UserId
    note_id: NoteId
    seq: number
    title: string
    content: string
    replaced_at: Date
  }
  note_quotas: {
    user_id: UserId
  }
  notes: {
    user_id: UserId
    id: NoteId
    kind: 'file' | 'board' | 'repo'
    file_id: FileId | null
    board_id: BoardId | null
    repo_name: string | null
    repo_path: string | null
    title: string
    content: string
    search_title: string
    search_body: string
    pos_x: number
    pos_y: number
    width: number
    height: number
    color: 'yellow' | 'pink' | 'green' | 'blue' | 'purple' | 'orange' | 'gray'
    is_minimized: boolean
    mode: 'anchored' | 'surface' | 'screen'
    line_start: number | null
    line_end: number | null
    anchor_id: string | null
    anchor_text: string | null
    quote: string | null
    quote_before: string | null
    quote_after: string | null
    quote_version: number | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    purge_at: Date | null
    quote_commit: string | null
    moved_from: string | null
    followed: Json | null
    watch_at: Date | null
    watch_text: string | null
    watch_fired_at: Date | null
    places: Generated<Json>
    move_dismissed: number | null
    watch_symbol: Json | null
    tags: Generated<string[]>
  }
  one_time_secrets: {
    hash: Buffer
    kind: 'set_up' | 'sign_in_link' | 'recovery_code' | 'passkey_challenge' | 'oidc_state' | 'oidc_link'
    user_id: UserId | null
    data: Json
    expires_at: Date | null
  }
  outbox: {
    user_id: UserId
    id: string
    kind: string
    resource_id: string
    title: string
    actor: string
    created_at: Date
    next_at: Date | null
    attempts: number
    status: 'waiting' | 'sent' | 'unknown_kind' | 'no_subscriptions' | 'exhausted'
  }
  passkeys: {
    user_id: UserId
    method_id: string
    public_key: Buffer
    counter: string
    transports: string[]
    is_backup_eligible: boolean
    is_backed_up: boolean
  }
  passwords: {
    user_id: UserId
    hash: string
    changed_at: Date
  }
  preferences: {
    user_id: UserId
    time_zone: string | null
    editor_wraps: Generated<boolean>
    editor_indent: Generated<number>
    editor_text_size: Generated<number>
    shortcuts: Generated<Json>
    agent_instructions: Generated<string>
  }
  push_endpoints: {
    endpoint_hash: string
    user_id: UserId
  }
  push_subscriptions: {
    user_id: UserId
    endpoint_hash: string
    endpoint: string
    host: string
    p256dh: string
    auth: string
    device: string
    created_at: Date
    last_ok_at: Date | null
    last_failed_at: Date | null
    last_failure: string | null
    session_id: SessionId | null
  }
  quickfix_uses: {
    id: string
    user_id: UserId
    alert_id: string
    action_id: string
    used_at: Date
  }
  recovery_codes: {
    user_id: UserId
    hash: Buffer
    created_at: Date
  }
  reminder_deliveries: {
    user_id: UserId
    note_id: NoteId
    remind_at: Date
    endpoint_hash: string
    host: string
    status: 'waiting' | 'sending' | 'sent' | 'gone' | 'failed' | 'cancelled'
    next_at: Date | null
    attempts: number
    interrupted: number
    last_status: number | null
    ended_at: Date | null
  }
  reminders: {
    user_id: UserId
    note_id: NoteId
    file_id: FileId | null
    remind_at: Date
    status: 'pending' | 'acknowledged'
    ack_at: Date | null
    push_at: Date | null
    repeat_unit: 'day' | 'weekday' | 'week' | 'month' | null
    repeat_interval: number | null
    repeat_days: 'sun-thu' | 'mon-fri' | null
    repeat_from: string | null
    repeat_tz: string | null
    repeat_next_at: Date | null
    repeat_prev_at: Date | null
  }
  repo_branches: {
    user_id: UserId
    repo_id: string
    name: string
    mirror_id: string
    head: string | null
    error: string | null
    created_at: Date
  }
  repo_hook_keys: {
    hook_id: string
    user_id: UserId
    repo_id: string
  }
  repo_hooks: {
    user_id: UserId
    repo_id: string
    hook_id: string
    secret: string
    created_at: Date
  }
  repos: {
    user_id: UserId
    id: string
    name: string
    url: string
    asked_branch: string | null
    mirror_id: string
    head: string | null
    created_at: Date
  }
  request_counts: {
    seconds: number
    at: Date
    method: string
    route: string
    requests: string
    errors: string
    total_ms: string
    max_ms: number
    ms_10: string
    ms_25: string
    ms_50: string
    ms_100: string
    ms_250: string
    ms_500: string
    ms_1000: string
    ms_2500: string
  }
  restore_proofs: {
    id: string
    started_at: Date
    ended_at: Date
    backup: string | null
    size_bytes: string | null
    table_count: number | null
    row_count: string | null
    backup_ms: number
    restore_ms: number | null
    result: 'proven' | 'different' | 'failed'
    detail: string
  }
  samples: {
    user_id: UserId
    file_id: FileId
    created_at: Date
  }
  schema_migrations: {
    name: string
    checksum: string
    applied_at: Date
  }
  search_docs: {
    user_id: UserId
    file_id: FileId
    indexed: Generated<boolean>
    pairs: Buffer | null
    doc: string
    names: string | null
    symbols: Json | null
  }
  search_tiers: {
    user_id: UserId
    is_heavy: boolean
  }
  session_keys: {
    token_hash: Buffer
    user_id: UserId
    session_id: SessionId
    ends_at: Date
  }
  sessions: {
    user_id: UserId
    id: SessionId
    token_hash: Buffer
    user_agent: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ends_at: Date
    provider: string | null
    proved_by: string | null
    proved_at: Date | null
  }
  share_feed_keys: {
    key: string
    user_id: UserId
  }
  share_feeds: {
    user_id: UserId
    key: string
    created_at: Date
  }
  share_files: {
    user_id: UserId
    share_id: string
    place: number
    file_id: FileId
    version: number
    hidden_lines: Generated<number[]>
    line_start: number | null
    line_end: number | null
  }
  share_keys: {
    key: string
    user_id: UserId
    share_id: string
  }
  share_notes: {
    user_id: UserId
    share_id: string
    place: number
    number: number
    title: string
    content: string
    line_start: number | null
    line_end: number | null
  }
  shares: {
    user_id: UserId
    id: string
    kind: 'internal' | 'public'
    key: string
    created_at: Date
    expires_at: Date | null
    views: Generated<number>
    last_viewed_at: Date | null
    seed: string | null
    feed_at: Date | null
  }
  sign_in_attempts: {
    key: Buffer
    failures: number
    blocked_until: Date
    expires_at: Date
  }
  sign_in_keys: {
    method: 'oidc' | 'passkey' | 'password'
    issuer: string
    subject: string
    user_id: UserId
    created_at: Date
  }
  sign_in_methods: {
    user_id: UserId
    id: string
    method: 'messenger' | 'oidc' | 'passkey' | 'password'
    issuer: string
    subject: string
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  token_usage: {
    user_id: UserId
    token_id: string
    day: string
    writes: number
    runs: number
  }
  users: {
    user_id: UserId
    role: Generated<'user' | 'premium' | 'admin'>
    first_name: string
    locale: 'he' | 'en' | null
    theme: Generated<'system' | 'light' | 'dark' | 'contrast'>
    has_seen_welcome_modal: Generated<boolean>
    created_at: Date
    last_sign_in_at: Date
  }
  views: {
    user_id: UserId
    id: string
    name: string
    page: 'search' | 'files' | 'notes'
    query: string
    position: number
    created_at: Date
  }
}
