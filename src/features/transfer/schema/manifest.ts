import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import type { Manifest, ManifestRow, ReadManifest } from '../library.ts'
import { Hash, Moment, parseJson, writeJson } from './json.ts'

const FORMAT = 'codeshelf-export'
/** Version 1 had files only. */
const FORMAT_VERSION = 2

const Row = z.object({ path: z.string(), sidecar: z.string(), sidecar_sha256: Hash, in_trash: z.boolean() })

const Head = z.object({ format: z.literal(FORMAT), format_version: z.int().min(1) })

const Rows = z.array(Row)
const none = Rows.default([])
/** Exports that were made before the sections `shares` and `views` existed have version 2 too. */
const SECTIONS = {
  files: Rows,
  notes: Rows,
  shares: none,
  boards: Rows,
  views: none,
  repositories: Rows,
  settings: Rows,
}
/** All keys that this version writes; any other key is a section of a newer version. */
const ManifestText = z.object({ ...Head.shape, exported_at: Moment, ...SECTIONS })
const FirstManifestText = ManifestText.extend({ notes: none, boards: none, repositories: none, settings: none })

export function writeManifest(manifest: Omit<Manifest, 'unknownSections'>): string {
  const written: z.input<typeof ManifestText> = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    exported_at: isoUtc(manifest.exportedAt),
    files: manifest.files.map(writeRow),
    notes: manifest.notes.map(writeRow),
    shares: manifest.shares.map(writeRow),
    boards: manifest.boards.map(writeRow),
    views: manifest.views.map(writeRow),
    repositories: manifest.repositories.map(writeRow),
    settings: manifest.settings.map(writeRow),
  }
  return writeJson(written)
}

export function readManifest(text: string): ReadManifest {
  const parsed = parseJson(text)
  const head = Head.safeParse(parsed)
  if (!head.success) return { outcome: 'foreign' }
  const version = head.data.format_version
  if (version > FORMAT_VERSION) return { outcome: 'unsupported', version }
  const read = version === 1 ? FirstManifestText.safeParse(parsed) : ManifestText.safeParse(parsed)
  if (!read.success) return { outcome: 'damaged' }
  const { data } = read
  const isKnown = (key: string) => Object.hasOwn(ManifestText.shape, key)
  return {
    outcome: 'read',
    manifest: {
      exportedAt: data.exported_at,
      files: data.files.map(readRow),
      notes: data.notes.map(readRow),
      shares: data.shares.map(readRow),
      boards: data.boards.map(readRow),
      views: data.views.map(readRow),
      repositories: data.repositories.map(readRow),
      settings: data.settings.map(readRow),
      unknownSections: Object.keys(z.looseObject({}).parse(parsed)).filter((key) => !isKnown(key)),
    },
  }
}

function writeRow({ path, sidecar, sidecarSha256, inTrash }: ManifestRow): z.input<typeof Row> {
  return { path, sidecar, sidecar_sha256: sidecarSha256, in_trash: inTrash }
}

function readRow({ sidecar_sha256: sidecarSha256, in_trash: inTrash, ...same }: z.output<typeof Row>): ManifestRow {
  return { ...same, sidecarSha256, inTrash }
}
