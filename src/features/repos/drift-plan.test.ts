import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { planOf, textTaken } from './drift-plan.ts'
import { type OriginRow, upstreamOf } from './origin.ts'

const OLD = 'a'.repeat(40)
const NEW = 'b'.repeat(40)
const row: OriginRow = {
  fileId: 'f' as OriginRow['fileId'],
  repoName: 'noa/tools',
  repoUrl: 'https://github.com/noa/tools.git',
  repoPath: 'src/a.ts',
  renamedTo: null,
  commit: OLD,
  oid: OLD,
  version: 1,
  sentOid: null,
  isMirrored: true,
  head: NEW,
}

describe('upstreamOf', () => {
  it.each([
    ['as it was', {}, { oid: OLD }, 'same', false],
    ['another text', {}, { oid: NEW }, 'changed', true],
    ['renamed, with the same text', { renamedTo: 'src/b.ts' }, { oid: OLD }, 'renamed', false],
    ['renamed and changed', { renamedTo: 'src/b.ts' }, { oid: NEW }, 'renamed', true],
    ['what we sent there ourselves', { sentOid: NEW }, { oid: NEW }, 'same', false],
    ['nothing there', {}, { oid: null }, 'gone', false],
    ['no mirror of it', { isMirrored: false, head: null }, 'unknown', 'unknown', false],
    ['a mirror that cannot be read', {}, 'unknown', 'unknown', false],
  ] as const)('%s', (_, change, current, state, hasChanged) => {
    expect(upstreamOf({ ...row, ...change }, current)).toMatchObject({ state, hasChanged })
  })
})

describe('planOf and textTaken', () => {
  it.each([
    ['nothing new there', '1\n2\n', 'mine\n2\n', '1\n2\n', { does: 'nothing' }],
    ['ours untouched', '1\n2\n', '1\n2\n', '1\nB\n', { does: 'take', text: '1\nB\n' }],
    ['changed apart', '1\n2\n3\n4\n', 'A\n2\n3\n4\n', '1\n2\n3\nD\n', { does: 'merge', text: 'A\n2\n3\nD\n' }],
    ['changed alike', '1\n2\n', '1\nB\n', '1\nB\n', { does: 'settle' }],
    ['ours has it and more', '1\n2\n3\n4\n', 'A\n2\n3\nD\n', '1\n2\n3\nD\n', { does: 'settle' }],
  ])('%s', (_, base, mine, theirs, plan) => {
    expect(planOf(base, mine, theirs)).toEqual(plan)
  })

  test('overlapping edits are a conflict with both sides, and an update without a decision is refused', () => {
    const plan = planOf('1\n', 'mine\n', 'theirs\n')
    expect(plan).toEqual({
      does: 'ask',
      parts: [{ kind: 'conflict', base: '1\n', mine: 'mine\n', theirs: 'theirs\n' }],
    })
    expect(textTaken(plan, 'update', 'theirs\n')).toBe('refused')
    expect(textTaken(plan, 'theirs', 'theirs\n')).toEqual({ text: 'theirs\n' })
    expect(textTaken(plan, 'mine', 'theirs\n')).toEqual({ text: null })
  })

  test('nothing is merged without the common base text', () => {
    expect(planOf(null, 'x\n', 'y\n').does).toBe('ask')
    expect(planOf(null, 'x\n', 'x\n').does).toBe('settle')
  })

  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 6 })
    .map((all) => all.join('\n'))
  test('non-overlapping edits give the same text as one edit after the other', () => {
    fc.assert(
      fc.property(lines, lines, lines, lines, (top, bottom, newTop, newBottom) => {
        const middle = '\nkept one\nkept two\nkept three\n'
        const plan = planOf(top + middle + bottom, newTop + middle + bottom, top + middle + newBottom)
        const both = newTop + middle + newBottom
        const text = plan.does === 'take' || plan.does === 'merge' ? plan.text : newTop + middle + bottom
        expect(plan.does).not.toBe('ask')
        expect(text).toBe(both)
      }),
    )
  })

  test('the same edit on both sides is never a conflict', () => {
    fc.assert(
      fc.property(lines, lines, (base, both) => {
        expect(['nothing', 'settle']).toContain(planOf(base, both, both).does)
      }),
    )
  })
})
