import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GRAMMAR_NAMES, grammarOf } from './languages.ts'
import { parseSymbols } from './parse.ts'
import type { CodeSymbol } from './code-symbol.ts'

/** A small real text in each language: its language, the code, and the symbols that are expected of it. */
const FOLDER = join(import.meta.dirname, 'fixtures')
const FORM = /^language: (?<language>.+)\n(?<code>[^]*)\n=====\n(?<expected>[^]*)\n$/

const fixtures = readdirSync(FOLDER).map((file) => {
  const { language = '', code = '', expected = '' } = FORM.exec(readFileSync(join(FOLDER, file), 'utf8'))?.groups ?? {}
  return { file, language, code, expected }
})

/** `line first-last kind label (container)`, indented by depth. */
function printed({ line, firstLine, lastLine, depth, kind, label, container }: CodeSymbol): string {
  const around = container === null ? '' : ` (${container})`
  return `${'  '.repeat(depth)}${line} ${firstLine}-${lastLine} ${kind} ${label}${around}`
}

test.each(fixtures)('parseSymbols lists the definitions of $language', async ({ language, code, expected }) => {
  const parsed = await parseSymbols(language, code)
  expect(parsed.kind === 'symbols' ? parsed.symbols.map(printed).join('\n') : parsed).toBe(expected)
})

test('every grammar has a fixture', () => {
  const covered = new Set(fixtures.map(({ language }) => grammarOf(language)))
  expect([...GRAMMAR_NAMES].filter((name) => !covered.has(name))).toEqual([])
})
