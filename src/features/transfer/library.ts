import type { Locale } from '#base/messages.ts'
import type { Theme } from '#base/themes.ts'
import type { ViewTarget } from '#base/view-query.ts'
import type { Place } from '#features/following/place.ts'
import type { Followed } from '#features/following/anchored-note.ts'
import type { LinkTarget } from '#features/links/link.ts'
import type { ExactWatch } from '#features/notes/note.ts'
import type { VersionToken } from '#features/files/file.ts'
import type { Series } from '#features/reminders/repeat.ts'

/** The library in an export: a sidecar for each file and note, and a manifest that lists them. */
export const SOURCES = ['web', 'api', 'upload', 'import', 'restore', 'share', 'repo', 'agent'] as const

export type LibraryFile = {
  id: string
  folder: string
  fileName: string
  language: string
  languageIsChosen: boolean
  description: string
  tags: string[]
  repo: string | null
  sourceUrl: string | null
  isFavorite: boolean
  isPinned: boolean
  createdAt: Date
  updatedAt: Date
  touchedAt: Date
  deletedAt: Date | null
  purgeAt: Date | null
}

export type LibraryVersion = {
  version: number
  /** The path of its text in the zip. */
  path: string
  /** The checksum of its text, in hex. */
  sha256: string
  sizeBytes: number
  lineCount: number
  linesAdded: number
  linesRemoved: number
  source: (typeof SOURCES)[number]
  token: VersionToken | null
  createdAt: Date
}

/** The repository file that a file was copied from, and what was compared with it last. */
export type LibraryOrigin = {
  repoName: string
  repoUrl: string
  repoPath: string
  renamedTo: string | null
  commit: string
  oid: string
  version: number | null
  sentOid: string | null
  takenAt: Date
}

export type Sidecar = {
  file: LibraryFile
  origin: LibraryOrigin | null
  versions: LibraryVersion[]
  links: readonly LibraryLink[]
}

/** A link of a text whose target has another name now. `key`: the name as links are compared. */
export type LibraryLink = { key: string } & LinkTarget

/** A note in an export, without its text, which is a Markdown file beside it. `on` names files and boards by their exported ids. */
export type LibraryNote = {
  id: string
  on:
    | { kind: 'file'; fileId: string; fileName: string }
    | { kind: 'board'; boardId: string; boardName: string }
    | { kind: 'repo'; repoName: string; repoPath: string }
  title: string
  position: { x: number; y: number }
  size: { width: number; height: number }
  color: string
  tags: readonly string[]
  isMinimized: boolean
  mode: string
  lineStart: number | null
  lineEnd: number | null
  anchorId: string | null
  anchorText: string | null
  quote: { text: string; before: string; after: string; version: number; commit: string | null } | null
  movedFrom: string | null
  /** Where it was, oldest first. */
  places: readonly Place[]
  /** Where a sync found its lines in a repository. */
  followed: Followed | null
  watch: ExactWatch | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  purgeAt: Date | null
  history: { seq: number; title: string; content: string; replacedAt: Date }[]
  links: readonly LibraryLink[]
  reminder: LibraryReminder | null
}

export type LibraryReminder = {
  remindAt: Date
  status: 'pending' | 'acknowledged'
  ackAt: Date | null
  pushAt: Date | null
  /** How it repeats, and when it comes next; null for one that comes once. */
  series: Series | null
  nextAt: Date | null
}

/** `invoices.py:15 · VAT`: how a user recognises a note. */
export function noteName({ on, lineStart, title }: LibraryNote): string {
  const where = on.kind === 'file' ? on.fileName : on.kind === 'board' ? on.boardName : `${on.repoName}/${on.repoPath}`
  return [lineStart === null ? where : `${where}:${lineStart}`, title].filter(Boolean).join(' · ')
}

/** The path of the text of a note in the zip, and its checksum. */
export type NoteSidecar = { note: LibraryNote; path: string; sha256: string }

/** A mirrored repository, without its contents. Exports of older releases have no `createdAt`. */
export type LibraryRepo = { name: string; url: string; branch: string | null; createdAt: Date | null }

export type LibrarySettings = {
  timeZone: string | null
  editor: { wraps: boolean; indent: number; textSize: number }
  shortcuts: Record<string, string>
  agentInstructions: string
  locale: Locale | null
  theme: Theme
}

/** A share with the exported ids of its files. `path` and `fileName` are for people who read the export. */
export type LibraryShare = {
  id: string
  kind: string
  path: string
  seed: string | null
  createdAt: Date
  expiresAt: Date | null
  views: number
  lastViewedAt: Date | null
  files: {
    position: number
    fileId: string
    fileName: string
    version: number
    sha256: string
    hiddenLines: number[]
    range: { from: number; to: number } | null
  }[]
  notes: {
    position: number
    number: number
    title: string
    content: string
    lines: { start: number; end: number } | null
  }[]
}

export type LibraryBoard = { id: string; name: string; isDefault: boolean; createdAt: Date }

/** What a note is on is named by exported ids, so a view of notes has them too. */
export type LibraryView = ViewTarget & { id: string; name: string; createdAt: Date }

/** The manifest has the checksum of each sidecar, and the sidecar those of its texts. */
export type ManifestRow = { path: string; sidecar: string; sidecarSha256: string; inTrash: boolean }
export type Manifest = {
  exportedAt: Date
  files: ManifestRow[]
  notes: ManifestRow[]
  /** These five are JSON alone: `path` and `sidecar` are the same. */
  shares: ManifestRow[]
  boards: ManifestRow[]
  /** In the order of the side bar. */
  views: ManifestRow[]
  repositories: ManifestRow[]
  /** At most one. */
  settings: ManifestRow[]
  /** Names of sections that a newer version wrote and this one cannot read. */
  unknownSections: string[]
}

export type ReadManifest =
  | { outcome: 'read'; manifest: Manifest }
  /** An export in an unknown version of the format. */
  | { outcome: 'unsupported'; version: number }
  | { outcome: 'damaged' }
  | { outcome: 'foreign' }

/** Writers and parsers of the format. Parsers return null for anything that is not an export. */
export type LibraryFormat = {
  writeSidecar: (sidecar: Sidecar) => string
  writeNote: (sidecar: NoteSidecar) => string
  writeBoard: (board: LibraryBoard) => string
  writeView: (view: LibraryView) => string
  writeShare: (share: LibraryShare) => string
  writeRepo: (repo: LibraryRepo) => string
  writeSettings: (settings: LibrarySettings) => string
  writeManifest: (manifest: Omit<Manifest, 'unknownSections'>) => string
  readSidecar: (text: string) => Sidecar | null
  readNote: (text: string) => NoteSidecar | null
  readBoard: (text: string) => LibraryBoard | null
  readView: (text: string) => LibraryView | null
  readShare: (text: string) => LibraryShare | null
  readRepo: (text: string) => LibraryRepo | null
  readSettings: (text: string) => LibrarySettings | null
  readManifest: (text: string) => ReadManifest
}

export const MANIFEST = 'manifest.json'

export type LibrarySize = { files: number; notes: number; boards: number }
