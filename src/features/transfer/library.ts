/** The library in an export: a sidecar for each file and note, and a manifest that lists them. */
export const SOURCES = ['web', 'api', 'upload', 'import', 'restore', 'share', 'repo', 'agent'] as const

export type LibraryFile = {
  id: string
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
  createdAt: Date
}

export type Sidecar = { file: LibraryFile; versions: LibraryVersion[] }

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
  isMinimized: boolean
  mode: string
  lineStart: number | null
  lineEnd: number | null
  anchorId: string | null
  anchorText: string | null
  quote: { text: string; before: string; after: string; version: number; commit: string | null } | null
  movedFrom: string | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  purgeAt: Date | null
  history: { seq: number; title: string; content: string; replacedAt: Date }[]
  reminder: LibraryReminder | null
}

export type LibraryReminder = {
  remindAt: Date
  status: 'pending' | 'acknowledged'
  ackAt: Date | null
  pushAt: Date | null
}

/** `invoices.py:15 · VAT`: how a user recognises a note. */
export function noteName({ on, lineStart, title }: LibraryNote): string {
  const where = on.kind === 'file' ? on.fileName : on.kind === 'board' ? on.boardName : `${on.repoName}/${on.repoPath}`
  return [lineStart === null ? where : `${where}:${lineStart}`, title].filter(Boolean).join(' · ')
}

/** The path of the text of a note in the zip, and its checksum. */
export type NoteSidecar = { note: LibraryNote; path: string; sha256: string }

/** A mirrored repository, without its contents. */
export type LibraryRepo = { name: string; url: string; branch: string | null }

export type LibrarySettings = {
  timeZone: string | null
  editor: { wraps: boolean; indent: number; textSize: number }
  shortcuts: Record<string, string>
  agentInstructions: string
}

export type LibraryBoard = { id: string; name: string; isDefault: boolean; createdAt: Date }

/** The manifest has the checksum of each sidecar, and the sidecar those of its texts. */
export type ManifestRow = { path: string; sidecar: string; sidecarSha256: string; inTrash: boolean }
export type Manifest = {
  exportedAt: Date
  files: ManifestRow[]
  notes: ManifestRow[]
  /** These three are JSON alone: `path` and `sidecar` are the same. */
  boards: ManifestRow[]
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
  writeRepo: (repo: LibraryRepo) => string
  writeSettings: (settings: LibrarySettings) => string
  writeManifest: (manifest: Omit<Manifest, 'unknownSections'>) => string
  readSidecar: (text: string) => Sidecar | null
  readNote: (text: string) => NoteSidecar | null
  readBoard: (text: string) => LibraryBoard | null
  readRepo: (text: string) => LibraryRepo | null
  readSettings: (text: string) => LibrarySettings | null
  readManifest: (text: string) => ReadManifest
}

export const MANIFEST = 'manifest.json'

export type LibrarySize = { files: number; notes: number; boards: number }
