import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

export const DUMP = 'database.dump'
export const MANIFEST = 'manifest.json'

const TableChecksum = z.object({ rows: z.int().min(0), checksum: z.string() })
const Checksums = z.object({ tables: z.record(z.string(), TableChecksum), sequences: z.record(z.string(), z.string()) })

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.int(),
  /** The newest migration of the database that was saved. */
  schema: z.string(),
  dump: z.object({ bytes: z.int(), sha256: z.string() }),
  leftOut: z.array(z.string()),
  census: Checksums,
})

export type TableChecksum = z.output<typeof TableChecksum>
export type Checksums = z.output<typeof Checksums>
export type Manifest = z.output<typeof Manifest>

/** The manifest of a backup, once the dump's size and SHA-256 equal the recorded ones. */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  const { size } = await stat(join(folder, DUMP))
  if (size !== manifest.dump.bytes)
    throw new BackupDamaged(`${DUMP} has ${size} bytes, the manifest says ${manifest.dump.bytes}`)
  const found = await sha256OfFile(join(folder, DUMP))
  if (found !== manifest.dump.sha256)
    throw new BackupDamaged(`the SHA-256 of ${DUMP} is ${found}, the manifest says ${manifest.dump.sha256}`)
  return manifest
}

/** Thrown before anything is restored from the backup. */
class BackupDamaged extends Error {
  constructor(why: string) {
    super(`The backup is damaged: ${why}`)
    this.name = 'BackupDamaged'
  }
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** All rows of all tables. */
export function totalRows({ census }: Manifest): number {
  return Object.values(census.tables).reduce((sum, { rows }) => sum + rows, 0)
}
