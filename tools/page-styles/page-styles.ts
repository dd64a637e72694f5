import { globSync, readFileSync } from 'node:fs'
import { Visitor, parseSync } from 'rolldown/utils'
import { readImportGraph } from '../import-graph.ts'
import { namesIn } from './names.ts'
import { type Rule, readRules } from './sheets.ts'

type Module = { imports: readonly string[]; names: readonly string[]; declared: readonly string[] | null }

/** A page and the sheets that its elements need, each with a rule that applies to them. */
export type PageStyles = { page: string; declared: readonly string[]; needed: ReadonlyMap<string, string> }

/** On every page of a signed-in user. Scripts mount the last two. */
const EVERYWHERE = [
  'src/ui/layout.tsx',
  ...['announcements/dismiss', 'notes/unsent', 'reminders/bell', 'shell/keys', 'welcome/welcome'].map(islandPath),
  ...['auth/confirm', 'push/ask'].map(islandPath),
]

/** Sections of one feature on a page of another; the composition root brings them together. */
const BACKUPS = 'src/features/backups/pages/backup-state.tsx'
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'src/features/admin/pages/people-page.tsx': ['src/features/auth/pages/invitation-section.tsx'],
  'src/features/home/pages/dashboard-page.tsx': [BACKUPS],
  'src/features/jobs/pages/jobs-page.tsx': [BACKUPS],
  'src/features/observability/pages/observability-page.tsx': [BACKUPS],
  'src/features/settings/pages/pane-page.tsx': [
    'src/features/auth/pages/sign-in-section.tsx',
    'src/features/git-remote/pages/clone-section.tsx',
    'src/features/push/pages/device-section.tsx',
    'src/features/settings/pages/delete-section.tsx',
    'src/features/settings/pages/keyboard-section.tsx',
    'src/features/settings/pages/own-sections.tsx',
    'src/features/settings/pages/preference-sections.tsx',
    'src/features/settings/pages/session-list.tsx',
    'src/features/shares/pages/shares-section.tsx',
    'src/features/tokens/pages/token-section.tsx',
    'src/features/transfer/pages/transfer-section.tsx',
    'src/features/welcome/pages/welcome-section.tsx',
  ],
  'src/features/viewer/pages/file-page.tsx': ['src/features/welcome/pages/sample-strip.tsx'],
}

/** Every module that calls `Layout`. What a page imports counts as shown on it. */
export function readPages(sheets: readonly string[]): PageStyles[] {
  const modules = readModules()
  const ofEveryPage = withImports(EVERYWHERE, modules)
  const common = new Set(readRules('src/ui/styles/index.css').flatMap(({ names }) => names))
  const rules = sheets.map((sheet) => [sheet, readRules(`src/features/${sheet}/styles.css`)] as const)
  return [...modules].flatMap(([page, { declared }]) => {
    if (declared === null) return []
    const shown = [
      ...withImports([page, ...filling(page, modules), ...(SECTIONS[page] ?? [])], modules),
      ...ofEveryPage,
    ]
    const applies = ruleFilter(
      shown.flatMap((path) => modules.get(path)?.names ?? []),
      common,
    )
    const needed = rules.flatMap(([sheet, own]) =>
      own.filter(applies).map(({ selector }) => [sheet, selector] as const),
    )
    return [{ page, declared, needed: new Map(needed) }]
  })
}

/** Pages that put their content into this one. */
function filling(page: string, modules: ReadonlyMap<string, Module>): string[] {
  return [...modules].flatMap(([path, { imports, declared }]) =>
    declared === null && path.includes('/pages/') && imports.includes(page) ? [path] : [],
  )
}

/** Rules that name only what is also in the common sheets, such as `.button`, say nothing about a page. */
function ruleFilter(words: readonly string[], common: ReadonlySet<string>): (rule: Rule) => boolean {
  const names = new Set(words)
  const isCommon = (prefix: string) => [...common].some((name) => name.startsWith(prefix))
  const prefixes = [...names].filter((name) => /^\.\w.*-$/.test(name) && !isCommon(name))
  const isThere = (name: string) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return (rule) => rule.names.every(isThere) && rule.names.some((name) => !common.has(name))
}

function readModules(): Map<string, Module> {
  const graph = readImportGraph('.')
  const paths = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/*.fixture.*'] })
  return new Map(
    paths.map((path) => {
      const text = readFileSync(path, 'utf8')
      const islands = Array.from(
        text.matchAll(/\b(?:name|loads)=.*?['"]([a-z-]+\/[a-z-]+)['"]/g),
        ([, name = '']) => name,
      )
      const imports = [...(graph.get(path) ?? []), ...islands.map(islandPath)]
      return [path, { imports, names: namesIn(path, text), declared: declaredIn(path, text) }]
    }),
  )
}

function withImports(
  paths: readonly string[],
  modules: ReadonlyMap<string, Module>,
  found = new Set<string>(),
): Set<string> {
  for (const path of paths) {
    const module = modules.get(path)
    if (!module || found.has(path)) continue
    found.add(path)
    withImports(module.imports, modules, found)
  }
  return found
}

/** The `styles` of the module's `Layout`, which are literal; null where there is no `Layout`. */
function declaredIn(path: string, text: string): string[] | null {
  const found: string[][] = []
  new Visitor({
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Layout') return
      const literals = attributes.flatMap((each) => {
        if (each.type !== 'JSXAttribute' || each.name.name !== 'styles' || !each.value) return []
        return [text.slice(each.value.start, each.value.end)]
      })
      found.push(Array.from(literals.join().matchAll(/'([\w-]+)'/g), ([, sheet = '']) => sheet))
    },
  }).visit(parseSync(path, text).program)
  return found.length > 0 ? found.flat() : null
}

function islandPath(name: string): string {
  return `src/features/${name.replace('/', '/islands/')}.tsx`
}
