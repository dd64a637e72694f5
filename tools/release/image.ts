import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { output, root, run } from './run.ts'
import { type Arch, readManifest, readSource } from './stage.ts'

const LOCAL_BASE = 'localhost/codeshelf-base'

/** `codeshelf-<version>-<arch>.image.tar.gz` and the same of the runner, for `docker load`. */
export async function buildImages(releaseDir: string, arch: Arch, program: string, base: string): Promise<void> {
  const context = join(releaseDir, 'image')
  await cp(program, join(context, 'app'), { recursive: true })
  await cp(join(root, 'ops/container'), join(context, 'container'), { recursive: true })
  const { version } = await readManifest()
  const from = base === 'debootstrap' ? await localBase(releaseDir, arch) : base
  const settings = {
    BASE: from,
    VERSION: version,
    REVISION: output('git', ['rev-parse', 'HEAD']),
    SOURCE: await readSource(),
    // PostgreSQL's own packages cannot be reached either where no registry can be reached.
    ...(from === LOCAL_BASE && { POSTGRES_CLIENT: 'debian' }),
  }
  for (const [target, name] of [
    ['app', 'codeshelf'],
    ['runner', 'codeshelf-runner'],
  ] as const) {
    buildImage(context, target, `localhost/${name}:${version}`, settings, arch)
    const file = join(releaseDir, `${name}-${version}-${arch}.image.tar`)
    run('buildah', ['push', '--quiet', `localhost/${name}:${version}`, `docker-archive:${file}:${name}:${version}`])
    run('gzip', ['-1', file])
  }
  await rm(context, { recursive: true })
}

/** The format of Docker, because the other one has no health check. */
function buildImage(context: string, target: string, tag: string, settings: Record<string, string>, arch: Arch): void {
  const given = Object.entries(settings).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  const fixed = ['--quiet', '--format=docker', '--isolation=chroot', '--layers=false', '--squash', '--timestamp']
  const time = process.env['SOURCE_DATE_EPOCH'] ?? '0'
  const what = ['--platform', `linux/${arch}`, '--target', target, '--tag', tag, '--file', join(root, 'Dockerfile')]
  run('buildah', ['bud', ...fixed, time, ...what, ...given, context])
}

/** A base from Debian's packages, for where no registry can be reached: what `debian:bookworm-slim` contains. */
async function localBase(releaseDir: string, arch: Arch): Promise<string> {
  const tar = join(releaseDir, 'base.tar')
  const excluded = ['doc', 'man', 'info', 'locale', 'lintian'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  )
  const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
  run('mmdebstrap', ['--quiet', '--variant=minbase', `--architectures=${arch}`, ...excluded, 'bookworm', tar, mirror])
  const container = output('buildah', ['from', 'scratch'])
  run('buildah', ['add', '--quiet', container, tar])
  run('buildah', ['config', '--arch', arch, '--os', 'linux', container])
  run('buildah', ['commit', '--quiet', '--rm', container, LOCAL_BASE])
  if (existsSync(tar)) await rm(tar)
  return LOCAL_BASE
}
