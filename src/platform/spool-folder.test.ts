import { existsSync, mkdirSync, mkdtempSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { spoolToDisk } from './incoming-file.ts'
import { keepSpoolClean, prepareSpool } from './spool-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'codeshelf-spool-'))
afterAll(() => rm(root, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())
const log = { warn: () => undefined }
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })

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
  const [old, fresh, foreign] = [join(dir, 'incoming-old'), join(dir, 'incoming-fresh'), join(dir, 'letters')]
  for (const path of [old, fresh, foreign]) mkdirSync(path, { recursive: true })
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const path of [old, foreign]) utimesSync(path, longAgo, longAgo)
  await prepareSpool(dir, log)
  expect([existsSync(old), existsSync(fresh), existsSync(foreign)]).toEqual([false, true, true])
})

test('keepSpoolClean removes what a process left that was killed while this one runs', async () => {
  const dir = join(root, 'c')
  await prepareSpool(dir, log)
  fakeTimers()
  using _sweeping = keepSpoolClean(dir, log)
  const left = join(dir, 'incoming-left')
  mkdirSync(left)
  vi.advanceTimersByTime(50 * 60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(existsSync(left)).toBe(true)
  vi.advanceTimersByTime(20 * 60_000)
  await vi.waitFor(() => expect(existsSync(left)).toBe(false))
})

test('keepSpoolClean keeps a folder that is in use for hours, also of another process', async () => {
  const dir = join(root, 'd')
  await prepareSpool(dir, log)
  fakeTimers()
  using _sweeping = keepSpoolClean(dir, log)
  await using file = await spoolToDisk(dir, bytes())
  for (let minutes = 0; minutes < 180; minutes += 5) {
    vi.advanceTimersByTime(5 * 60_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(await file.read(10)).toEqual(Buffer.from('PK'))
})

test('keepSpoolClean logs a directory that cannot be read, and continues', async () => {
  const dir = join(root, 'gone')
  fakeTimers()
  const warned: unknown[] = []
  using _sweeping = keepSpoolClean(dir, { warn: (...args: unknown[]) => void warned.push(args) })
  vi.advanceTimersByTime(21 * 60_000)
  await vi.waitFor(() => expect(warned).toHaveLength(2))
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
