import { expect, test } from 'vitest'
import { type Carried, CommitStep, vetoByDefinitions } from 'codeshelf-follow'
import { fileOf, LABEL, TAX, TOTAL } from '../../../../../test/python-blocks.ts'
import { DefinitionReader } from '../sources/definition-reader.ts'

const LIMITS = { texts: 10, cpuMs: 10_000, elapsedMs: 10_000 }

async function carry(before: string, after: string, ...lines: number[]) {
  const step = new CommitStep([{ from: 'a.py', to: 'a.py', before, after }])
  const result = step.carryAll([{ path: 'a.py', lines, isMoved: false }])
  const lineOf = () => result.carried[0]?.now.to?.lines[0] ?? null
  const found = lineOf()
  await vetoByDefinitions(result, new DefinitionReader(() => 'Python', LIMITS).read)
  return { found, checked: lineOf() }
}

const guarded = (name: string, body: string) => [`def ${name}(items):`, `    ${body}`, '    return None']
const A = guarded('first', 'audit(items.first_of_all)')
const B = guarded('second', 'archive(items, keep_history=True)')

test('vetoByDefinitions loses a short line that a step found in another function', async () => {
  const [before, after] = [fileOf(A, B), fileOf(['import os'], A, B)]
  const step = new CommitStep([{ from: 'a.py', to: 'a.py', before, after }])
  const from = { path: 'a.py', lines: [3], isMoved: false }
  const result = { step, carried: [{ index: 0, from, now: { to: { ...from, lines: [9] }, what: null } as Carried }] }
  await vetoByDefinitions(result, new DefinitionReader(() => 'Python', LIMITS).read)
  expect(result.carried[0]?.now).toEqual({ to: null, what: 'lost' })
})

test('vetoByDefinitions keeps a short line in its function when that is renamed', async () => {
  const renamed = A.with(0, 'def first_checked(items):')
  expect(await carry(fileOf(A, B), fileOf(renamed, B), 3)).toEqual({ found: 3, checked: 3 })
  const rewritten = renamed.with(1, '    audit(items.first_of_all, twice=True)')
  expect(await carry(fileOf(A, B), fileOf(rewritten, B), 3)).toEqual({ found: 3, checked: 3 })
})

test('vetoByDefinitions keeps a short line that went into a new function with the unique line next to it', async () => {
  const guard = ['    if items:', '        audit(items.first_of_all)', '        archive(items, keep_history=True)']
  const read = ['def load(items):', '    rows = read_rows(items.path)', '    rows.append(read_totals(items.path))']
  const done = ['    close_all_files(items)', '    return sorted_by_name(rows)']
  const [before, after] = [
    fileOf([...read, ...guard, ...done], B),
    fileOf(['def record(items):', ...guard], [...read, '    record(items)', ...done], B),
  ]
  expect(await carry(before, after, 4)).toEqual({ found: 2, checked: 2 })
})

test('vetoByDefinitions parses nothing for a line that stands only once', async () => {
  const never = () => {
    throw new Error('parsed')
  }
  const step = new CommitStep([{ from: 'a.py', to: 'a.py', before: fileOf(A, B), after: fileOf(B, A) }])
  const result = step.carryAll([{ path: 'a.py', lines: [2], isMoved: false }])
  await vetoByDefinitions(result, new DefinitionReader(never, LIMITS).read)
  expect(result.carried[0]?.now.to?.lines).toHaveLength(1)
})

test('vetoByDefinitions parses no text while nothing above the note changed, and one while the lines from the head of its function do not', async () => {
  const parsed = async (after: string, line: number) => {
    const texts: string[] = []
    const step = new CommitStep([{ from: 'a.py', to: 'a.py', before: fileOf(A, B), after }])
    const result = step.carryAll([{ path: 'a.py', lines: [line], isMoved: false }])
    const languageOf = (_: string, text: string) => {
      texts.push(text)
      return 'Python'
    }
    await vetoByDefinitions(result, new DefinitionReader(languageOf, LIMITS).read)
    expect(result.carried[0]?.now.what).toBe(null)
    return texts.length
  }
  expect(await parsed(fileOf(A, B.with(1, '    erase(items)')), 3)).toBe(0)
  expect(await parsed(fileOf(A.with(1, '    erase(items)'), B), 7)).toBe(1)
  expect(await parsed(fileOf(A.with(1, '    audit(items.first_of_all, twice=True)'), B), 3)).toBe(2)
})

test('vetoByDefinitions leaves notes of deleted functions lost', async () => {
  expect(await carry(fileOf(LABEL, TOTAL, TAX), fileOf(LABEL, TAX), 5)).toEqual({ found: null, checked: null })
})
