import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildDebianPackage } from './release/debian-package.ts'
import { writeComponents } from './release/components.ts'
import { buildFollowPackage } from './release/follow-package.ts'
import { buildImages } from './release/image.ts'
import { buildNpmPackage } from './release/npm-package.ts'
import { output, root, run } from './release/run.ts'
import { ARCHS, readManifest, readSource, stageRunnable } from './release/stage.ts'

const releaseDir = join(root, 'release')
const kinds = z.array(z.enum(['npm', 'deb', 'image']))

/**
 * `npm run release [-- [npm] [deb] [image] [--arch amd64|arm64] [--base IMAGE]]`: builds the packages of this commit into `release/`. With
 * `--base debootstrap` the images start from Debian's packages instead of an image of a registry. `SOURCE_URL` is where the source of this
 * release is published, and `MINISIGN_KEY` the file of the key that signs it.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
      base: { type: 'string', default: 'docker.io/library/debian:bookworm-slim' },
    },
  })
  const wanted = positionals.length === 0 ? kinds.element.options : kinds.parse(positionals)
  const arch = z.enum(ARCHS).parse(values.arch)
  const { version } = await readManifest()
  refuseUncommitted()
  refuseOtherTag(version)
  await readSource()
  await rm(releaseDir, { recursive: true, force: true })
  await mkdir(releaseDir)
  // The time of the commit stands in every package instead of the time of the build, so that two builds are alike.
  process.env['SOURCE_DATE_EPOCH'] = output('git', ['log', '-1', '--format=%ct'])
  // The README and the site must show the program as it is. `pictures` builds first.
  if (positionals.length === 0) run('npm', ['run', '--silent', 'pictures', '--', '--check'])
  else run('npm', ['run', '--silent', 'build'])
  if (wanted.includes('npm')) {
    await buildNpmPackage(releaseDir)
    await buildFollowPackage(releaseDir)
  }
  const program = join(releaseDir, 'program')
  if (wanted.length > 1 || !wanted.includes('npm')) await stageRunnable(program, arch)
  if (wanted.includes('deb')) await buildDebianPackage(releaseDir, arch, program)
  if (wanted.includes('image')) await buildImages(releaseDir, arch, program, values.base)
  await rm(program, { recursive: true, force: true })
  await writeComponents(releaseDir, version)
  await writeChecksums()
  sign(version)
}

/** A package must be what the commit says; a changed or unknown file could be in it. */
function refuseUncommitted(): void {
  const changed = output('git', ['status', '--porcelain'])
  if (changed !== '') throw new Error(`Commit or remove these first:\n${changed}`)
}

function refuseOtherTag(version: string): void {
  const tags = output('git', ['tag', '--points-at', 'HEAD', 'v*']).split('\n').filter(Boolean)
  if (tags.length > 0 && !tags.includes(`v${version}`))
    throw new Error(`This commit is tagged ${tags.join(', ')}, and package.json says ${version}.`)
}

async function writeChecksums(): Promise<void> {
  const names = (await readdir(releaseDir)).toSorted()
  const lines = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(releaseDir, name))
      console.log(`release/${name}  ${(content.length / 1e6).toFixed(1)} MB`)
      return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(join(releaseDir, 'SHA256SUMS'), lines.join(''))
}

/** One signature for all files, whose sums it covers. */
function sign(version: string): void {
  const key = process.env['MINISIGN_KEY']
  if (key === undefined) return console.log('Not signed: MINISIGN_KEY names no key.')
  const comment = `codeshelf ${version} ${output('git', ['rev-parse', 'HEAD'])}`
  // A key without a password: a pipeline has nobody to type one.
  run('minisign', ['-S', '-W', '-s', key, '-m', join(releaseDir, 'SHA256SUMS'), '-t', comment])
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
