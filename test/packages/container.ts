import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const imageConfig = z.object({
  Docker: z.object({
    size: z.number().optional(),
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      WorkingDir: z.string(),
      Labels: z.record(z.string(), z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
    }),
  }),
})

/** An image of `release/`, unpacked, and run without a container engine: there is none on a test machine. */
export type Container = Disposable & {
  config: z.infer<typeof imageConfig>['Docker']['config']
  root: string
  /** Runs `codeshelf <args>` to its end, or another program. Returns what it printed. */
  run(args: readonly string[], env: Record<string, string>, program?: readonly string[]): Promise<string>
  /** Starts `codeshelf <args>`, until the container is disposed of. */
  start(args: readonly string[], env: Record<string, string>): void
}

export function unpackImage(archive: string, uid: number): Container {
  const state = mkdtempSync(join(tmpdir(), 'codeshelf-image-'))
  // Debian's buildah does not read compressed archives.
  const plain = join(state, 'image.tar')
  writeFileSync(plain, gunzipSync(readFileSync(archive)))
  const container = buildah('from', '--quiet', `docker-archive:${plain}`)
  rmSync(plain)
  const root = buildah('mount', container)
  const { config } = imageConfig.parse(JSON.parse(buildah('inspect', container))).Docker
  const stops: (() => void)[] = []
  const launch = (command: readonly string[], env: Record<string, string>, stdio: 'pipe' | 'ignore') =>
    spawn(join(import.meta.dirname, 'container.sh'), [root, state, String(uid), config.WorkingDir, ...command], {
      env: { ...variables(config.Env), ...env },
      stdio: ['ignore', stdio, stdio],
    })
  return {
    config,
    root,
    async run(args, env, program = config.Entrypoint) {
      const child = launch([...program, ...args], env, 'pipe')
      const [out = '', err = ''] = await Promise.all(
        [child.stdout, child.stderr].map(async (from) => (from ? text(from) : '')),
      )
      if (child.exitCode === null) await once(child, 'exit')
      if (child.exitCode !== 0) throw new Error(`${args.join(' ')}: exit ${child.exitCode}\n${out}\n${err}`)
      return out
    },
    start(args, env) {
      const child = launch([...config.Entrypoint, ...args], env, 'ignore')
      stops.push(() => child.kill('SIGKILL'))
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      buildah('umount', container)
      buildah('rm', container)
      rmSync(state, { recursive: true, force: true })
    },
  }
}

function variables(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line): [string, string] => [line.replace(/=.*/s, ''), line.replace(/^[^=]*=/, '')])
  return Object.fromEntries(pairs)
}

function buildah(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`buildah ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}
