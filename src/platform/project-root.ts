import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The directory with package.json, searched upwards: sources and the bundle in dist/ lie at different depths. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json was not found above the running code')
  return findRoot(parent)
}
