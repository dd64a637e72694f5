import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { isAllowed, READ_BY_US } from './licence.ts'

/** One work of others that we pass on. */
export type Work = { name: string; version: string; licence: string; source: string; texts: readonly string[] }

const PackageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      /** A package of this repository, which is no work of others. */
      link: z.boolean().optional(),
    }),
  ),
})

/** Folders of the packages that production installs, from the lock file. */
export function productionFolders(root: string): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([folder, { dev, devOptional, optional, link }]) => {
    if (!folder.startsWith('node_modules/') || dev || devOptional || link) return []
    // Made for another platform, so npm did not install it.
    if (optional && !existsSync(join(root, folder))) return []
    return [folder]
  })
}

/** Reports the package folder of every module, font and other file that goes into the browser's files. */
export function browserFolders(onFound: (folder: string) => void): Plugin {
  const report = (path: string) => {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
    if (folder !== undefined) onFound(folder.slice(folder.indexOf('node_modules/')))
  }
  return {
    name: 'browser-folders',
    generateBundle(_, bundle) {
      for (const id of this.getModuleIds()) report(id)
      for (const output of Object.values(bundle))
        if (output.type === 'asset') for (const path of output.originalFileNames) report(path)
    },
  }
}

const TEXT_FILE = /^(licen[cs]e|copying|notice|thirdpartynotice)/i

export function readWork(root: string, folder: string): Work {
  const dir = join(root, folder)
  const file = PackageFile.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')))
  const { name, version, author, repository, homepage } = file
  const licence = file.license ?? READ_BY_US[`${name} ${version}`]
  if (licence === undefined) throw new Error(`${name} ${version} names no licence`)
  if (!isAllowed(licence))
    throw new Error(`${name} ${version} has the licence ${licence}, which is not in tools/licence.ts`)
  const texts = readdirSync(dir)
    .filter((each) => TEXT_FILE.test(each))
    .toSorted()
    .map((each) => readFileSync(join(dir, each), 'utf8'))
  const source = repository ?? homepage ?? `https://www.npmjs.com/package/${name}`
  return { name, version, licence, source, texts: texts.length > 0 ? texts : [standardText(licence, name, author)] }
}

/** For a package that names its licence but does not contain the text. */
function standardText(licence: string, name: string, author: string | undefined): string {
  const path = join(import.meta.dirname, 'licences', `${licence}.txt`)
  if (!existsSync(path)) throw new Error(`${name} contains no text of its licence, and ${path} does not exist`)
  return `Copyright (c) ${author ?? `the authors of ${name}`}\n\n${readFileSync(path, 'utf8')}`
}

/** Works of others inside our sources and inside packages, which no package file names. */
function vendoredWorks(root: string): Work[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return [
    {
      name: 'Lucide (icons in src/ui/icons.tsx)',
      version: 'outlines',
      licence: 'ISC',
      source: 'https://github.com/lucide-icons/lucide',
      texts: [read('tools/licences/lucide.txt')],
    },
    {
      name: 'Grammars of tree-sitter (inside @vscode/tree-sitter-wasm)',
      version: 'as in @vscode/tree-sitter-wasm',
      licence: 'MIT',
      source: 'https://github.com/tree-sitter',
      texts: [read('tools/licences/tree-sitter-grammars.txt')],
    },
    {
      name: 'CPython (standard library inside pyodide)',
      version: 'as in pyodide',
      licence: 'PSF-2.0',
      source: 'https://github.com/python/cpython',
      texts: [read('node_modules/argparse/LICENSE')],
    },
  ]
}

/** `src/base/language/table.ts` is generated from it, so it is in our files although nothing imports it. */
const GENERATED_FROM = ['node_modules/linguist-languages']

/** All works of others inside the built program. Throws when one has no licence or one that is not allowed. */
export function worksOfOthers(root: string, browser: Iterable<string>): Work[] {
  const folders = new Set([...productionFolders(root), ...browser, ...GENERATED_FROM])
  const works = [...[...folders].map((folder) => readWork(root, folder)), ...vendoredWorks(root)]
  const named = new Map(works.map((work) => [`${work.name} ${work.version}`, work]))
  return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, work]) => work)
}

/** The text of THIRD-PARTY-NOTICES.txt. */
export function writeNotices(works: readonly Work[]): string {
  return [HEAD(works.length), ...works.map(printed)].join(`\n${'='.repeat(80)}\n\n`)
}

const HEAD = (count: number) =>
  `Codeshelf contains ${count} works of other authors, listed here with their licences. Codeshelf itself is licensed under
AGPL-3.0-or-later. This file is written by \`npm run build\`.\n`

function printed({ name, version, licence, source, texts }: Work): string {
  return `${name} ${version}\nLicence: ${licence}\nSource: ${source}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`
}
