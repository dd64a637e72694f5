import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { type LibraryFormat, type Sidecar, SOURCES } from '../library.ts'
import { Hash, Moment, parseJson, writeJson } from './json.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { readBoard, readNote, writeBoard, writeNote } from './notes.ts'
import { readRepo, readSettings, writeRepo, writeSettings } from './settings.ts'

const SidecarText = z.object({
  id: z.string(),
  file_name: z.string(),
  language: z.string(),
  language_is_chosen: z.boolean(),
  description: z.string(),
  tags: z.array(z.string()),
  repo: z.string().nullable(),
  source_url: z.string().nullable(),
  version: z.int(),
  is_favorite: z.boolean(),
  is_pinned: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
  touched_at: Moment,
  deleted_at: Moment.nullable(),
  purge_at: Moment.nullable(),
  versions: z.array(
    z.object({
      version: z.int().min(1).max(2_147_483_647),
      path: z.string(),
      sha256: Hash,
      size_bytes: z.int().min(0),
      line_count: z.int().min(0),
      lines_added: z.int().min(0).max(2_147_483_647),
      lines_removed: z.int().min(0).max(2_147_483_647),
      source: z.enum(SOURCES),
      created_at: Moment,
    }),
  ),
})

export const libraryFormat: LibraryFormat = {
  writeSidecar,
  writeNote,
  writeBoard,
  writeRepo,
  writeSettings,
  writeManifest,
  readSidecar,
  readNote,
  readBoard,
  readRepo,
  readSettings,
  readManifest,
}

function writeSidecar({ file, versions }: Sidecar): string {
  const written: z.input<typeof SidecarText> = {
    id: file.id,
    file_name: file.fileName,
    language: file.language,
    language_is_chosen: file.languageIsChosen,
    description: file.description,
    tags: file.tags,
    repo: file.repo,
    source_url: file.sourceUrl,
    version: versions.at(-1)?.version ?? 1,
    is_favorite: file.isFavorite,
    is_pinned: file.isPinned,
    created_at: isoUtc(file.createdAt),
    updated_at: isoUtc(file.updatedAt),
    touched_at: isoUtc(file.touchedAt),
    deleted_at: file.deletedAt && isoUtc(file.deletedAt),
    purge_at: file.purgeAt && isoUtc(file.purgeAt),
    versions: versions.map((version) => ({
      version: version.version,
      path: version.path,
      sha256: version.sha256,
      size_bytes: version.sizeBytes,
      line_count: version.lineCount,
      lines_added: version.linesAdded,
      lines_removed: version.linesRemoved,
      source: version.source,
      created_at: isoUtc(version.createdAt),
    })),
  }
  return writeJson(written)
}

function readSidecar(text: string): Sidecar | null {
  const read = SidecarText.safeParse(parseJson(text))
  if (!read.success) return null
  const { data } = read
  return {
    file: {
      id: data.id,
      fileName: data.file_name,
      language: data.language,
      languageIsChosen: data.language_is_chosen,
      description: data.description,
      tags: data.tags,
      repo: data.repo,
      sourceUrl: data.source_url,
      isFavorite: data.is_favorite,
      isPinned: data.is_pinned,
      createdAt: data.created_at,
      updatedAt: data.updated_at,
      touchedAt: data.touched_at,
      deletedAt: data.deleted_at,
      purgeAt: data.purge_at,
    },
    versions: data.versions.map((version) => ({
      version: version.version,
      path: version.path,
      sha256: version.sha256,
      sizeBytes: version.size_bytes,
      lineCount: version.line_count,
      linesAdded: version.lines_added,
      linesRemoved: version.lines_removed,
      source: version.source,
      createdAt: version.created_at,
    })),
  }
}
