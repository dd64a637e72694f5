import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from '../../test/zips.ts'
import { openZip, ZipBomb } from './unzip.ts'

const LIMITS = { entries: 10_000, totalBytes: 1_000_000 }

test.each([
  ['names', (i: number) => ({ name: `${'n'.repeat(60_000)}${i}` })],
  ['comments', (i: number) => ({ name: String(i), comment: 'c'.repeat(60_000) })],
])('openZip refuses a zip whose %s have more than 32 MiB', async (_, entry) => {
  const folder = await mkdtemp(join(tmpdir(), 'codeshelf-zip-'))
  const path = join(folder, 'a.zip')
  try {
    const entries = Array.from({ length: 600 }, (_each, i) => ({ ...entry(i), content: '' }))
    await writeFile(path, await zipOf(entries.slice(0, 500)))
    await using zip = await openZip(path, LIMITS)
    expect(zip?.members).toHaveLength(500)
    await writeFile(path, await zipOf(entries))
    await expect(openZip(path, LIMITS)).rejects.toThrow(ZipBomb)
  } finally {
    await rm(folder, { recursive: true })
  }
})
