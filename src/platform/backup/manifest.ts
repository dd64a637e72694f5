import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

export const DUMP = 'database.dump'
export const MANIFEST = 'manifest.json'

const Tally = z.object({ rows: z.int().min(0), checksum: z.string() })
const Census = z.object({ tables: z.record(z.string(), Tally), sequences: z.record(z.string(), z.string()) })

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: z.int(),
  /** The newest migration of the database that was saved. */
  schema: z.string(),
  dump: z.object({ bytes: z.int(), sha256: z.string() }),
  leftOut: z.array(z.string()),
  census: Census,
})

export type Tally = z.output<typeof Tally>
export type Census = z.output<typeof Census>
export type Manifest = z.output<typeof Manifest>

/** The manifest of a backup whose dump is, byte for byte, the one that was written. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  const { size } = await stat(join(folder, DUMP))
  if (size !== manifest.dump.bytes)
    throw new BackupDamaged(`${DUMP} has ${size} bytes, the manifest says ${manifest.dump.bytes}`)
  const found = await sha256OfFile(join(folder, DUMP))
  if (found !== manifest.dump.sha256)
    throw new BackupDamaged(`the SHA-256 of ${DUMP} is ${found}, the manifest says ${manifest.dump.sha256}`)
  return manifest
}

/** Said before anything is restored from it. */
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
export function rowsOf({ census }: Manifest): number {
  return Object.values(census.tables).reduce((sum, { rows }) => sum + rows, 0)
}
