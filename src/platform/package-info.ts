import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from './project-root.ts'

const PackageFile = z.object({
  version: z.string(),
  /** The commit of a release; a checkout has none. */
  gitHead: z.string().optional(),
  repository: z.object({ url: z.string() }),
})

export type PackageInfo = { version: string; repositoryUrl: string }

const COMMIT_CHARS = 9

/** The version of this program, `0.3.0+1abd839ff`, and where its source is published. */
export function readPackageInfo(): PackageInfo {
  const file = PackageFile.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  const commit = file.gitHead === undefined ? '' : `+${file.gitHead.slice(0, COMMIT_CHARS)}`
  return {
    version: file.version + commit,
    repositoryUrl: file.repository.url.replace(/^git\+/, '').replace(/\.git$/, ''),
  }
}
