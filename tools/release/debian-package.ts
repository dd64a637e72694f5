import { chmod, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { output, root, run } from './run.ts'
import { type Arch, readManifest } from './stage.ts'

const source = join(root, 'ops/debian')

/** Where the files of `ops/debian` are installed. */
const FILES = {
  codeshelf: 'usr/bin/codeshelf',
  'codeshelf-cli': 'usr/bin/codeshelf-cli',
  'codeshelf.env': 'etc/codeshelf/codeshelf.env',
  'codeshelf-web.service': 'lib/systemd/system/codeshelf-web.service',
  'codeshelf-worker.service': 'lib/systemd/system/codeshelf-worker.service',
  'codeshelf-runner.service': 'lib/systemd/system/codeshelf-runner.service',
  postinst: 'DEBIAN/postinst',
  prerm: 'DEBIAN/prerm',
  postrm: 'DEBIAN/postrm',
} as const
const PROGRAMS = ['usr/bin/codeshelf', 'usr/bin/codeshelf-cli', 'DEBIAN/postinst', 'DEBIAN/prerm', 'DEBIAN/postrm']

/** `codeshelf_<version>_<arch>.deb`, with Node inside because Debian's is too old. */
export async function buildDebianPackage(releaseDir: string, arch: Arch, program: string): Promise<void> {
  const stage = join(releaseDir, 'deb')
  await cp(program, join(stage, 'usr/lib/codeshelf'), { recursive: true })
  for (const [from, to] of Object.entries(FILES)) await cp(join(source, from), join(stage, to))
  await copyDocuments(join(stage, 'usr/share/doc/codeshelf'))
  await writeFile(join(stage, 'DEBIAN/conffiles'), '/etc/codeshelf/codeshelf.env\n')
  const { version } = await readManifest()
  await writeControl(stage, version, arch)
  run('chmod', ['-R', 'u=rwX,go=rX', stage])
  for (const path of PROGRAMS) await chmod(join(stage, path), 0o755)
  // zstd: half a minute of xz saves a tenth. dpkg reads it since Debian 12 and Ubuntu 22.04.
  const target = join(releaseDir, `codeshelf_${version}_${arch}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', stage, target])
  await rm(stage, { recursive: true })
}

async function copyDocuments(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  for await (const path of glob('docs/*.md', { cwd: root })) await cp(join(root, path), join(dir, path.slice(5)))
  await cp(join(root, 'CHANGELOG.md'), join(dir, 'CHANGELOG.md'))
  const others = 'Parts by others: /usr/lib/codeshelf/LICENSES, and for Node /usr/lib/codeshelf/bin/LICENSE\n\n'
  await writeFile(join(dir, 'copyright'), others + (await readFile(join(root, 'LICENSE'), 'utf8')))
}

async function writeControl(stage: string, version: string, arch: Arch): Promise<void> {
  const size = output('du', ['-sk', stage]).split('\t')[0] ?? '0'
  const control = (await readFile(join(source, 'control'), 'utf8'))
    .replace('@VERSION@', version)
    .replace('@ARCH@', arch)
    .replace('@SIZE@', size)
  await writeFile(join(stage, 'DEBIAN/control'), control)
}
