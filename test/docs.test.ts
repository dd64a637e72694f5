import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { importTable } from './architecture/rules.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Every page of ours, by its path. */
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'packages/follow/README.md',
]

test('ARCHITECTURE.md shows the import table that is enforced', () => {
  const [, shown] = read('ARCHITECTURE.md').split(/<!-- \/?import table -->\n/)
  expect(shown?.trim()).toBe(importTable())
})

describe('links between the pages', () => {
  it.each(PAGES)('%s links only to files of the repository', (page) => {
    const targets = Array.from(read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), (match) => match[1] ?? '')
    const local = targets.filter((target) => !/^[a-z]+:/.test(target))
    const paths = local.map((target) => join(ROOT, dirname(page), target))
    expect(paths.filter((path) => !existsSync(path) || relative(ROOT, path).startsWith('..'))).toEqual([])
  })
})

/** Documents that this repository was built from and does not contain. */
const OUTSIDE =
  /\bshared\/(?:spec|design|conformance|histories|engines)\b|\b(?:interface|decisions|words)\.md\b|\bdecisions,? §/

test('no source, test or page refers to a document outside the repository', () => {
  const files = ['src', 'packages/follow/src', 'test', 'tools', 'bench', 'db', 'docs']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /\.(?:tsx?|md|sql|css)$/.test(path) && path !== 'test/docs.test.ts')
  const found = [...files, ...PAGES].filter((path) => OUTSIDE.test(read(path)))
  expect(found).toEqual([])
})

/** Folders and files that the words name. What is written with a star, a dot or a placeholder is a pattern and not a path. */
const NAMED = /`((?:src|packages|db|test|tools|bench|docs|public)\/[\w./-]*[\w/])`/g

describe('files that the pages name', () => {
  it.each(PAGES)('%s names only what is there', (page) => {
    // The import table has a row for a folder before there is one.
    const words = read(page).replace(/<!-- import table -->[^]*<!-- \/import table -->/, '')
    const named = Array.from(words.matchAll(NAMED), (match) => match[1] ?? '')
    expect(named.filter((path) => !path.includes('NNNN') && !existsSync(join(ROOT, path)))).toEqual([])
  })
})

describe('npm run', () => {
  it.each(PAGES)('%s names only scripts that exist', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = Array.from(read(page).matchAll(/`npm run ([\w:]+)/g), (match) => match[1] ?? '')
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })
})

describe('the guide', () => {
  /** Per section: its level, and what is the same in every language. Pages are named by their address. */
  const sections = (page: string) =>
    read(page)
      .split(/^(?=#+ )/m)
      .filter((section) => section.startsWith('#'))
      .map((section) => ({
        level: /^#+/.exec(section)?.[0].length,
        pages: [...new Set(section.match(/`\/[\w/-]+`/g))].toSorted(),
        items: section.match(/^(?:- |\|)/gm)?.length ?? 0,
        commands: section.match(/^(?:codeshelf-cli|curl) .*/gm),
      }))

  test('has the same sections, pages, rows and commands in Hebrew and in English', () => {
    const english = sections('docs/guide.md')
    expect(english.length).toBeGreaterThan(15)
    expect(sections('docs/guide.he.md')).toEqual(english)
  })

  test('is linked in both languages from each other and from the README, and Hebrew is shown right to left', () => {
    expect(read('docs/guide.md')).toContain('(guide.he.md)')
    expect(read('docs/guide.he.md')).toMatch(/^<div dir="rtl">\n[^]*\(guide\.md\)[^]*<\/div>\n$/)
    for (const page of ['docs/guide.md', 'docs/guide.he.md']) expect(read('README.md')).toContain(`(${page})`)
  })
})

const TEST_FILES = globSync('{src,test,tools}/**/*.{test.ts,test.tsx,spec.ts}', { cwd: ROOT })

test('compose.yaml and the first section of the changelog have the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const images = Array.from(read('compose.yaml').matchAll(/CODESHELF_VERSION:-([^}]+)\}/g), (match) => match[1])
  expect(new Set(images)).toEqual(new Set([version]))
  // Changes after a release are collected above it.
  const [first] = read('CHANGELOG.md').match(/^## (?!Unreleased).*$/m) ?? []
  expect(first).toMatch(`## ${version} - `)
})

test('every release in the changelog begins with at most five lines of what a user notices first', () => {
  const releases = read('CHANGELOG.md').split(/^## /m).slice(1)
  const first = releases.map(
    (text) => /^.+\n\nWhat you notice first:\n\n((?:- .+\n(?: {2}.+\n)*)+)\n### /.exec(text)?.[1],
  )
  expect(first.map((lines) => lines?.match(/^- /gm)?.length ?? 0).filter((count) => count < 1 || count > 5)).toEqual([])
})

describe('npm test', () => {
  it.each(PAGES)('%s names only tests that exist', (page) => {
    const commands = read(page).matchAll(/npm (?:test|run test:browser) -- ([^`\n#<]+)/g)
    const named = Array.from(commands, ([, parts = '']) => parts.trim().split(/\s+/)).flat()
    expect(named.filter((part) => !TEST_FILES.some((path) => path.includes(part)))).toEqual([])
  })
})

describe('the example of CONTRIBUTING.md', () => {
  const diffs = Array.from(read('CONTRIBUTING.md').matchAll(/^```diff\n([^]*?)^```/gm), ([, diff = '']) => diff)
  const isAppliable = (diff: string, ...options: string[]) =>
    spawnSync('git', ['apply', '--check', ...options], { cwd: ROOT, input: diff }).status === 0

  // Applied already: the reader who followed the example runs this test too.
  it.each(diffs)('applies to the code, or is applied already: diff %#', (diff) => {
    expect(isAppliable(diff) || isAppliable(diff, '--reverse')).toBe(true)
  })
})

test('every dependency has its line in the decision about dependencies', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const told = Array.from(read('docs/decisions/dependencies.md').matchAll(/`([^`]+)`/g), (match) => match[1])
  expect(names.filter((name) => !told.includes(name))).toEqual([])
})

describe('the index of the decisions', () => {
  const topics = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => name !== 'README.md')
  const [list = '', oldNumbers = ''] = read('docs/decisions/README.md').split('## Old numbers')

  test('lists every topic once', () => {
    const listed = Array.from(list.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \|/gm), ([, file]) => file)
    expect(new Set(listed)).toEqual(new Set(topics))
    expect(listed).toHaveLength(topics.length)
  })

  test.each(topics)('%s begins with its status and the decision', (topic) => {
    expect(read(`docs/decisions/${topic}`)).toMatch(/^# .+\n\nStatus: .+ · decided .+\n\n[^#\n]/)
  })

  test('leads every old number, 1 to 82, to a topic that names it', () => {
    const rows = Array.from(oldNumbers.matchAll(/^\| (\d{4}) \| (.+) \|$/gm), ([, old = '', links = '']) => ({
      old,
      targets: Array.from(links.matchAll(/\(([^)]+)\)/g), ([, file = '']) => file),
    }))
    expect(rows.map(({ old }) => Number(old))).toEqual(Array.from({ length: 82 }, (_, i) => i + 1))
    const names = (file: string, old: string) => /^Status: .*$/m.exec(read(`docs/decisions/${file}`))?.[0].includes(old)
    const wrong = rows.filter(({ old, targets }) => targets.length === 0 || !targets.every((file) => names(file, old)))
    expect(wrong).toEqual([])
  })
})
