import { access, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { z } from 'zod'
import { root, run } from './run.ts'
import { readSource } from './stage.ts'

const source = join(root, 'packages/follow')
const manifestFile = z.looseObject({ exports: z.record(z.string(), z.string()) })

/** `codeshelf-follow-<version>.tgz`: the engine that follows code, as JavaScript with its types. */
export async function buildFollowPackage(releaseDir: string): Promise<void> {
  const stage = join(releaseDir, 'follow')
  await mkdir(stage)
  const manifest = manifestFile.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')))
  const entries = Object.values(manifest.exports).map((path) => join(source, path))
  const bundle = await rolldown({ input: entries })
  await bundle.write({ dir: join(stage, 'dist'), format: 'esm', chunkFileNames: 'shared.js' })
  await bundle.close()
  run(join(root, 'node_modules/.bin/tsc'), ['--project', source, '--outDir', join(stage, 'dist')])
  const exports = Object.fromEntries(Object.entries(manifest.exports).map(([name, path]) => [name, builtFiles(path)]))
  for (const file of Object.values(exports).flatMap((built) => Object.values(built))) await access(join(stage, file))
  const repository = { type: 'git', url: await readSource(), directory: 'packages/follow' }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify({ ...manifest, exports, repository }, null, 2)}\n`)
  await cp(join(source, 'README.md'), join(stage, 'README.md'))
  await cp(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  run('npm', ['pack', '--silent', '--pack-destination', releaseDir], { cwd: stage })
  await rm(stage, { recursive: true })
}

/** In the checkout `exports` names the sources, so that the application needs no build of the package. */
function builtFiles(path: string): { types: string; default: string } {
  const built = path.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
