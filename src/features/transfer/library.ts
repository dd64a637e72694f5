/** The library as it stands in an export: a sidecar for each file, and a manifest that lists them. */
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
  /** Where its text lies in the zip. */
  path: string
  /** Of its text, in hex. */
  sha256: string
  sizeBytes: number
  lineCount: number
  linesAdded: number
  linesRemoved: number
  source: (typeof SOURCES)[number]
  createdAt: Date
}

export type Sidecar = { file: LibraryFile; versions: LibraryVersion[] }

/** One checksum vouches for the sidecar, and the sidecar's for every text. */
export type ManifestRow = { path: string; sidecar: string; sidecarSha256: string; inTrash: boolean }
export type Manifest = { exportedAt: Date; files: ManifestRow[] }

/** How the two are spelled. A reader gives null for what is not ours. */
export type LibraryFormat = {
  writeSidecar: (sidecar: Sidecar) => string
  writeManifest: (manifest: Manifest) => string
  readSidecar: (text: string) => Sidecar | null
  readManifest: (text: string) => Manifest | null
}

export const MANIFEST = 'manifest.json'
