import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Case, sampleCases } from '../bench/anchors-cases.ts'
import { followCases } from '../bench/anchors-run.ts'
import { type Found, type Judged, report, verdictOf } from '../bench/anchors-score.ts'
import { repoStage, type RepoStage } from './repos.ts'

let stage: RepoStage
beforeAll(async () => {
  stage = await repoStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Lines that cannot be mistaken for each other. */
const linesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}_${i} = compute_${name}(${i * 37}, "${name} number ${i}")`)
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const GONE = { state: 'gone' as const, path: null, line_start: null, line_end: null }

test('bench/anchors follows the cases of a small repository with the code of the product', async () => {
  const origin = stage.server.create('bench/small')
  const [one, two] = [linesOf('alpha', 40), linesOf('beta', 40)]
  const from = origin.commit({
    put: { 'one.py': text(one), 'two.py': text(two), 'three.py': text(linesOf('gamma', 5)) },
  })
  const inserted = ['import os', 'import sys', 'import json']
  const changed = two.with(10, `${two[10]}  # rounded`)
  origin.commit({ put: { 'one.py': text([...inserted, ...one.slice(0, 30), ...one.slice(34)]) } })
  const to = origin.commit({
    rename: { 'two.py': 'lib/two.py' },
    put: { 'lib/two.py': text(changed) },
    remove: ['three.py'],
  })

  const note = (id: string, kind: string, path: string, at: number, truth: Case['truth']): Case => ({
    id,
    repo: 'small',
    kind,
    distance: '1',
    n_commits: 2,
    from_commit: from,
    path,
    line_start: at,
    line_end: at + 1,
    to_commit: to,
    truth,
  })
  const at = (state: 'same' | 'moved' | 'changed', path: string, start: number): Case['truth'] => ({
    state,
    path,
    line_start: start,
    line_end: start + 1,
  })
  const cases = [
    note('shifted', 'same', 'one.py', 5, at('same', 'one.py', 8)),
    note('renamed', 'renamed', 'two.py', 20, at('moved', 'lib/two.py', 20)),
    note('edited', 'changed', 'two.py', 11, at('changed', 'lib/two.py', 11)),
    note('deleted', 'gone', 'one.py', 31, GONE),
    note('deleted-file', 'gone', 'three.py', 2, GONE),
    note('false-truth', 'same', 'one.py', 7, at('same', 'one.py', 7)),
    note('false-loss', 'same', 'one.py', 32, at('same', 'one.py', 35)),
    ...Array.from({ length: 25 }, (_, i) => note(`many-${i}`, 'same', 'two.py', 15, at('same', 'lib/two.py', 15))),
  ]
  const judged: Judged[] = []
  const database = { db: stage.app.db, pool: stage.app.pool }
  for await (const each of followCases({ ...stage, database }, 'small', origin, cases)) judged.push(each)

  const verdicts = Object.fromEntries(judged.map((each) => [each.found.id, verdictOf(each.case, each.found)]))
  const many = Array.from({ length: 25 }, (_, i) => [`many-${i}`, 'correct'])
  expect(verdicts).toEqual({
    shifted: 'correct',
    renamed: 'correct',
    edited: 'correct',
    deleted: 'correct',
    'deleted-file': 'correct',
    'false-truth': 'wrong',
    'false-loss': 'lost',
    ...Object.fromEntries(many),
  })
  const states = Object.fromEntries(judged.map(({ found }) => [found.id, [found.state, found.path, found.line_start]]))
  expect(states).toMatchObject({
    shifted: ['shifted', 'one.py', 8],
    edited: ['changed', 'lib/two.py', 11],
    'deleted-file': ['lost', null, null],
  })
  expect(judged.every(({ found }) => found.ms > 0)).toBe(true)
  const tables = report(judged)
  expect(tables).toMatch(/\| all \| 32 \| 30 \(93\.75 %\) \| 1 \(3\.13 %\) \| 1 \(3\.13 %\) \|/)
  expect(tables).toMatch(/\| gone \| 2 \| 2 \(100\.00 %\) \|/)
  expect(tables).toMatch(/\| Python \| 32 \|/)
  expect(tables).toMatch(/Of 1 wrong places, 0 share lines with the truth\./)
})

describe('verdictOf', () => {
  const base = { id: 'x', repo: 'r', kind: 'same', distance: '1', n_commits: 1, from_commit: 'a', to_commit: 'b' }
  const truth = { state: 'same' as const, path: 'a.ts', line_start: 10, line_end: 13 }
  const asked: Case = { ...base, path: 'a.ts', line_start: 1, line_end: 4, truth }
  const found = (state: Found['state'], start: number, end: number, path = 'a.ts'): Found => ({
    id: 'x',
    state,
    path,
    line_start: start,
    line_end: end,
    ms: 1,
  })
  const lost: Found = { id: 'x', state: 'lost', path: null, line_start: null, line_end: null, ms: 1 }

  test.each([
    ['the very lines', found('anchored', 10, 13), 'correct'],
    ['changed at the right lines', found('changed', 10, 13), 'correct'],
    ['half of the lines', found('changed', 10, 11), 'correct'],
    ['less than half of the lines', found('changed', 10, 10), 'wrong'],
    ['a range more than twice as long', found('changed', 10, 18), 'wrong'],
    ['another first line', found('moved', 9, 13), 'wrong'],
    ['another path', found('moved', 10, 13, 'b.ts'), 'wrong'],
    ['lost', lost, 'lost'],
  ])('judges %s', (_, answer, verdict) => {
    expect(verdictOf(asked, answer)).toBe(verdict)
  })

  test('judges gone code: lost is correct, any place is wrong', () => {
    expect(verdictOf({ ...asked, truth: GONE }, lost)).toBe('correct')
    expect(verdictOf({ ...asked, truth: GONE }, found('changed', 10, 13))).toBe('wrong')
  })

  test('sampleCases spreads the sample and takes all when there are fewer', () => {
    const all = Array.from({ length: 10 }, (_, i) => ({ ...asked, id: `${i}` }))
    expect(sampleCases(all, 5).map(({ id }) => id)).toEqual(['0', '2', '4', '6', '8'])
    expect(sampleCases(all, 50)).toHaveLength(10)
  })
})
