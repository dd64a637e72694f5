import { existsSync, mkdirSync, mkdtempSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spoolToDisk } from './incoming.ts'
import { prepareSpool } from './spool.ts'

const root = mkdtempSync(join(tmpdir(), 'codeshelf-spool-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const log = { warn: () => undefined }

async function* bytes() {
  yield Buffer.from('PK')
}

test('spool writes below the configured directory, which only its owner can read', async () => {
  const dir = join(root, 'a', 'spool')
  await using file = await spoolToDisk(dir, bytes())
  expect(file.path.startsWith(`${dir}/`)).toBe(true)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(await file.read(10)).toEqual(Buffer.from('PK'))
})

test('prepareSpool removes files of a crashed process and keeps files that are being read', async () => {
  const dir = join(root, 'b')
  const [old, fresh] = [join(dir, 'incoming-old'), join(dir, 'incoming-fresh')]
  for (const path of [old, fresh]) mkdirSync(path, { recursive: true })
  const longAgo = new Date(Date.now() - 7 * 3_600_000)
  utimesSync(old, longAgo, longAgo)
  await prepareSpool(dir, log)
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
})

test('prepareSpool rejects a directory that cannot be created', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  const dir = join(file, 'spool')
  await expect(prepareSpool(dir, log)).rejects.toThrow(`SPOOL_DIR: ${dir} cannot be written to`)
})

test('prepareSpool warns about a tmpfs', async () => {
  const warned: unknown[] = []
  await prepareSpool('/dev/shm/codeshelf-spool-test', { warn: (...args: unknown[]) => void warned.push(args) })
  await rm('/dev/shm/codeshelf-spool-test', { recursive: true, force: true })
  expect(warned).toHaveLength(1)
})
