import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SHEETS } from '#ui/sheets.ts'
import { readPages, SECTIONS } from './page-styles/page-styles.ts'
import { readRules } from './page-styles/sheets.ts'

test('every feature with styles has a sheet of its own or is part of the sheet of every page', () => {
  const [, everywhere = ''] = /features\/\{(.+?)\}/.exec(readFileSync('src/app/feature-styles.ts', 'utf8')) ?? []
  const features = globSync('src/features/*/styles.css').map((path) => path.split('/').at(-2) ?? '')
  expect([...SHEETS, ...everywhere.split(',')].toSorted()).toEqual(features.toSorted())
})

test('every page loads the sheets of the classes that its elements can have, and no other', () => {
  const wrong = readPages(SHEETS).flatMap(({ page, declared, needed }) => [
    ...[...needed]
      .filter(([sheet]) => !declared.includes(sheet))
      .map(([sheet, rule]) => `${page} lacks ${sheet}: ${rule}`),
    ...declared.filter((sheet) => !needed.has(sheet)).map((sheet) => `${page} does not need ${sheet}`),
  ])
  expect(wrong).toEqual([])
})

test('every section of another feature is known to the check of styles', () => {
  const routes = globSync('src/features/*/routes{.ts,/*.ts}').filter((path) =>
    readFileSync(path, 'utf8').includes('#platform/http/section.ts'),
  )
  const sections = routes.flatMap((path) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/'(?:\.\/|\.\.\/)(pages\/[\w-]+\.tsx)'/g),
      ([, page = '']) => `src/features/${path.split('/')[2]}/${page}`,
    ),
  )
  const known = Object.values(SECTIONS).flat()
  expect(sections.filter((path) => !path.endsWith('page.tsx') && !known.includes(path))).toEqual([])
})

test('rules are read with what is nested in them, with each alternative and without what they exclude', () => {
  const names = readRules('tools/page-styles/example.css').map((rule) => rule.names.join(' '))
  expect(names).toEqual(['.a', '.a .b', '.c .d', '.c #e', '.f .g', ''])
})
