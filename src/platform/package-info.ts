import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from './project-root.ts'

const PackageFile = z.object({ version: z.string(), repository: z.object({ url: z.string() }) })

export type PackageInfo = { version: string; repositoryUrl: string }

/** The version of this program and where its source is published. */
export function readPackageInfo(): PackageInfo {
  const { version, repository } = PackageFile.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  return { version, repositoryUrl: repository.url.replace(/^git\+/, '').replace(/\.git$/, '') }
}
