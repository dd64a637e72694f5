import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const release = join(import.meta.dirname, '../../release')
const publicKey = process.env['MINISIGN_PUBLIC_KEY'] ?? ''
let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'signature-'))
  for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig']) copyFileSync(join(release, name), join(dir, name))
})
afterAll(() => rmSync(dir, { recursive: true }))

const verify = () => spawnSync('minisign', ['-V', '-P', publicKey, '-m', 'SHA256SUMS'], { cwd: dir, encoding: 'utf8' })

test('the sums of a release are signed with its version and its commit, and cover every file', () => {
  const { status, stdout } = verify()
  expect(status, stdout).toBe(0)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  expect(stdout).toContain(`Trusted comment: codeshelf ${version()} ${commit}`)
  const named = readFileSync(join(dir, 'SHA256SUMS'), 'utf8').match(/\S+$/gm)
  expect(named).toEqual(globSync('*', { cwd: release, exclude: ['SHA256SUMS*'] }).toSorted())
  expect(named).toContain(`codeshelf-${version()}.cdx.json`)
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
})

test('one changed character of the sums is refused', () => {
  const path = join(dir, 'SHA256SUMS')
  const sums = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  )
  const { status, stderr } = verify()
  expect(status).toBe(1)
  expect(stderr).toContain('Signature verification failed')
})

function version(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  return version
}
