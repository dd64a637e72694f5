import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#base/ids.ts'
import { packBody } from '../../db/body-codec.ts'
import { buildBlobs } from './build-blobs.ts'
import { buildCommits, type CommitInput, type Trees } from './build-commits.ts'
import { libraryIn } from './library.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codeshelf-packs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const person = 'Dana <1@codeshelf.invalid> 1700000000 +0000'
const text = Buffer.from(`author ${person}\ncommitter ${person}\n\nmessage\n`)

/** Few names and texts, so that texts come back, trees come back and names are prefixes of each other. */
const Name = fc.constantFrom(
  'a',
  'a.b',
  'a b',
  'ab',
  'שלום',
  '\u{1f600}',
  '\uffee',
  'Z',
  'z'.repeat(200),
  'd/a',
  'd/b',
  'd.x',
  'd/e/a',
  'd0',
  'ספר/שלום',
  'a-/x',
)
const Text = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'line\n'.repeat(50),
    `${'line\n'.repeat(50)}end`,
    `${'line\n'.repeat(25)}mid\n${'line\n'.repeat(25)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }).filter((s) => s.isWellFormed()),
)
const Step = fc.record({ put: fc.dictionary(Name, Text, { maxKeys: 3 }), remove: fc.array(Name, { maxLength: 2 }) })

type Files = Map<string, string>

/** The inputs of the build, and the files after each step. */
function play(steps: readonly { put: Record<string, string>; remove: string[] }[]) {
  const texts = [...new Set(steps.flatMap(({ put }) => Object.values(put)))]
  const blobs = buildBlobs(texts.map((each, i) => ({ ...packBody(each), fileId: String(i % 2) })))
  const oidOf = new Map(texts.map((each, i) => [each, blobs.oids[i] ?? '']))
  const states: Files[] = []
  const commits = steps.map(({ put, remove }): CommitInput => {
    const before = states.at(-1) ?? new Map<string, string>()
    const removed = remove.filter((name) => before.has(name) && !(name in put))
    states.push(new Map([...before, ...Object.entries(put)].filter(([name]) => !removed.includes(name))))
    const puts = Object.entries(put).map(([path, content]) => ({
      path,
      isExecutable: content === 'x',
      oid: oidOf.get(content) ?? '',
    }))
    return { remove: removed, put: puts, text }
  })
  return { blobs, commits, states }
}

describe('packs that we write', () => {
  test('are valid for git and hold every file of every commit', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (steps, size) => {
          run += 1
          const library = libraryIn(folder, String(run) as UserId, 1)
          await library.open()
          const { blobs, commits, states } = play(steps)
          await using pack = await library.createPack()
          if (blobs.oids.length > 0) await pack.append(blobs)
          const known = new Set<string>()
          let [trees, head]: [Trees, string | null] = [new Map(), null]
          for (let i = 0; i < commits.length; i += size) {
            const built = buildCommits({ trees, parent: head, known, commits: commits.slice(i, i + size) })
            await pack.append(built)
            for (const oid of built.written) known.add(oid)
            trees = built.trees
            head = built.head
          }
          await pack.finish()
          await library.moveTo({ seq: commits.length, head })
          const git = (...args: string[]) =>
            execFileSync('git', [`--git-dir=${library.dir}`, ...args], {
              encoding: 'utf8',
              stdio: ['ignore', 'pipe', 'pipe'],
            })
          expect(git('fsck', '--strict', '--full').trim()).toBe('')
          const last = states.at(-1) ?? new Map<string, string>()
          const names = git('ls-tree', '-r', '-z', '--name-only', 'main')
            .split('\0')
            .filter((name) => name !== '')
          if (head !== null)
            expect(await library.trees(head)).toEqual(
              new Map([...trees].filter(([path, raw]) => path === '' || raw.length > 0)),
            )
          expect(names.toSorted()).toEqual([...last.keys()].toSorted())
          for (const [name, content] of last) expect(git('cat-file', 'blob', `main:${name}`)).toBe(content)
          expect(git('rev-list', '--count', 'main').trim()).toBe(String(commits.length))
        },
      ),
      { numRuns: process.env['LIBRARY'] === 'full' ? 200 : 6 },
    )
  })

  test('have the hashes that git computes', () => {
    const { oids } = buildBlobs([{ ...packBody('hello\n'), fileId: 'a' }])
    expect(oids).toEqual(['ce013625030ba8dba906f756967f9e9ca394464a'])
  })
})
