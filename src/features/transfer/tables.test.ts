import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { USER_TABLES } from '../../../db/sharding.ts'
import { DERIVED, EXPORTED, LEFT_OUT } from '../../../test/export-tables.ts'

const LISTS = [EXPORTED, DERIVED, LEFT_OUT].map((list) => Object.keys(list))

test('every user table is exported, derived or left out, and in one list only', () => {
  expect(LISTS.flat().toSorted()).toEqual(Object.keys(USER_TABLES).toSorted())
})

test('docs/export-format.md lists every table with what becomes of it', async () => {
  const text = await readFile('docs/export-format.md', 'utf8')
  const wanted = [
    ...Object.entries(EXPORTED).map(([table, { in: where }]) => `| \`${table}\` | exported | ${where} |`),
    ...Object.entries(DERIVED).map(([table, why]) => `| \`${table}\` | derived | ${why} |`),
    ...Object.entries(LEFT_OUT).map(([table, why]) => `| \`${table}\` | left out | ${why} |`),
  ]
  expect(text.split('\n').filter((line) => /\| (exported|derived|left out) \|/.test(line))).toEqual(wanted)
})
