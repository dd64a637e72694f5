import { mkdtempSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createBackup } from '#platform/backup/create.ts'
import { totalRows } from '#platform/backup/manifest.ts'
import { testRestore } from '#platform/backup/restore.ts'
import { openLibrary } from './make-library.ts'

const { values } = parseArgs({
  options: {
    /** `--files 1000000` is the full rehearsal; it needs some 40 GB of disk and makes the library first. */
    files: { type: 'string', default: '20000' },
    /** A library of `make-library.ts` that is kept there. */
    dir: { type: 'string' },
  },
})

/** A file with its versions and search text, its copy in the scratch database, and the dump. */
const BYTES_A_FILE = 40_000

async function main(): Promise<void> {
  const files = Number(values.files)
  await assertRoom(files * BYTES_A_FILE)
  const users = Math.max(200, Math.floor(files / 100))
  await using library = await openLibrary({ files, users, heavy: Math.floor(files / 20), seed: 1 }, values.dir)
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-restore-'))
  try {
    const bytes = await databaseBytes(library.url)
    const [backup, backupSeconds] = await timed(() =>
      createBackup({ databaseUrl: library.url, dir, toolsDir: library.postgres.binDir, now: new Date() }),
    )
    const [trial, restoreSeconds] = await timed(() =>
      testRestore(backup.folder, library.url, { toolsDir: library.postgres.binDir }),
    )
    const { manifest } = backup
    console.log(`| files | rows | database | dump | backup and census | restore and compare | |
|--:|--:|--:|--:|--:|--:|---|
| ${files} | ${totalRows(manifest)} | ${gigabytes(bytes)} | ${gigabytes(manifest.dump.bytes)} | ${backupSeconds} | ${restoreSeconds} | ${trial.differences.length === 0 ? 'the same' : trial.differences.join('; ')} |`)
    if (trial.differences.length > 0) process.exitCode = 1
  } finally {
    rmSync(dir, { recursive: true })
  }
}

async function assertRoom(bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < bytes)
    throw new Error(`${tmpdir()} has ${gigabytes(bavail * bsize)}, this needs ${gigabytes(bytes)}`)
}

async function databaseBytes(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0]?.bytes)
}

async function timed<T>(run: () => Promise<T>): Promise<[T, string]> {
  const from = performance.now()
  const result = await run()
  return [result, `${((performance.now() - from) / 1000).toFixed(1)} s`]
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`
}

await main()
