import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire-types.ts'
import { MAX_NAME_CHARS } from '#features/tokens/token.ts'
import { type LibraryFormat, type LibraryOrigin, type Sidecar, SOURCES } from '../library.ts'
import { Links, readLinks, writeLinks } from './links.ts'
import { Hash, Moment, parseJson, writeJson } from './json.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { readBoard, readNote, writeBoard, writeNote } from './notes.ts'
import { readRepo, readSettings, writeRepo, writeSettings } from './settings.ts'
import { readShare, writeShare } from './shares.ts'
import { readView, writeView } from './views.ts'

/** The repos feature validates these values. */
const Origin = z.object({
  repo_name: z.string(),
  repo_url: z.string(),
  repo_path: z.string(),
  renamed_to: z.string().nullable(),
  commit: z.string(),
  oid: z.string(),
  version: z.int().nullable(),
  sent_oid: z.string().nullable(),
  taken_at: Moment,
})

const SidecarText = z.object({
  id: z.string(),
  /** Exports of releases before folders have none. */
  folder: z.string().default(''),
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
  /** Missing in exports of older releases. */
  origin: Origin.nullable().default(null),
  links: Links,
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
      /** Missing in exports of older releases. */
      token_name: chars(MAX_NAME_CHARS).nullable().default(null),
      created_at: Moment,
    }),
  ),
})

export const libraryFormat: LibraryFormat = {
  writeSidecar,
  writeNote,
  writeBoard,
  writeView,
  writeShare,
  writeRepo,
  writeSettings,
  writeManifest,
  readSidecar,
  readNote,
  readBoard,
  readView,
  readShare,
  readRepo,
  readSettings,
  readManifest,
}

function writeSidecar({ file, origin, versions, links }: Sidecar): string {
  const written: z.input<typeof SidecarText> = {
    id: file.id,
    folder: file.folder,
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
    origin: origin && writeOrigin(origin),
    links: writeLinks(links),
    versions: versions.map((version) => ({
      version: version.version,
      path: version.path,
      sha256: version.sha256,
      size_bytes: version.sizeBytes,
      line_count: version.lineCount,
      lines_added: version.linesAdded,
      lines_removed: version.linesRemoved,
      source: version.source,
      token_name: version.token?.name ?? null,
      created_at: isoUtc(version.createdAt),
    })),
  }
  return writeJson(written)
}

function writeOrigin(origin: LibraryOrigin): z.input<typeof Origin> {
  return {
    repo_name: origin.repoName,
    repo_url: origin.repoUrl,
    repo_path: origin.repoPath,
    renamed_to: origin.renamedTo,
    commit: origin.commit,
    oid: origin.oid,
    version: origin.version,
    sent_oid: origin.sentOid,
    taken_at: isoUtc(origin.takenAt),
  }
}

function readOrigin(data: z.output<typeof Origin>): LibraryOrigin {
  return {
    repoName: data.repo_name,
    repoUrl: data.repo_url,
    repoPath: data.repo_path,
    renamedTo: data.renamed_to,
    commit: data.commit,
    oid: data.oid,
    version: data.version,
    sentOid: data.sent_oid,
    takenAt: data.taken_at,
  }
}

function readSidecar(text: string): Sidecar | null {
  const read = SidecarText.safeParse(parseJson(text))
  if (!read.success) return null
  const { data } = read
  return {
    file: {
      id: data.id,
      folder: data.folder,
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
    origin: data.origin && readOrigin(data.origin),
    links: readLinks(data.links),
    versions: data.versions.map((version) => ({
      version: version.version,
      path: version.path,
      sha256: version.sha256,
      sizeBytes: version.size_bytes,
      lineCount: version.line_count,
      linesAdded: version.lines_added,
      linesRemoved: version.lines_removed,
      source: version.source,
      token: version.token_name === null ? null : { id: null, name: version.token_name },
      createdAt: version.created_at,
    })),
  }
}
