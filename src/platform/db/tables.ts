// Made by `npm run generate` from the migrated database; do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { BoardId, FileId, NoteId, SessionId, UserId } from '#base/ids.ts'

type Json = ColumnType<unknown, string, string>

export type Tables = {
  access_tokens: {
    token_hash: Buffer
    id: string
    user_id: UserId
    name: string
    scopes: string[]
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
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
    kind: 'language' | 'tag' | 'repo' | 'category'
    name: string
    n: number
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
  }
  identities: {
    provider: 'messenger'
    provider_uid: string
    user_id: UserId
    created_at: Date
  }
  job_locks: {
    name: string
    holder: string
    epoch: string
    acquired_at: Date
    expires_at: Date
  }
  login_hashes: {
    hash: Buffer
    expires_at: Date
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
  }
  search_tiers: {
    user_id: UserId
    is_heavy: boolean
  }
  sessions: {
    token_hash: Buffer
    id: SessionId
    user_id: UserId
    user_agent: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ends_at: Date
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
}
