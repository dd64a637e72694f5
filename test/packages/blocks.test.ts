import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { blocksOf } from './blocks.ts'

const tests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test.each(['install.md', 'proxy.md', 'upgrade.md'])('every command of docs/%s is run by a test', (document) => {
  const headings = blocksOf(document)
    .filter(({ language }) => language === 'sh')
    .map(({ heading }) => heading)
  const isRun = (heading: string) =>
    tests.includes(`commandsIn('${document}', '${heading}')`) ||
    (document === 'proxy.md' && tests.includes(`name: '${heading}'`))
  expect(headings.filter((heading) => !isRun(heading))).toEqual([])
})

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      os: z.unknown().optional(),
      cpu: z.unknown().optional(),
      optional: z.boolean().default(false),
      devOptional: z.boolean().default(false),
    }),
  ),
})

test('no dependency of another platform is required', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
  const required = Object.entries(lockFile.parse(JSON.parse(text)).packages)
    .filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined)
    .filter(([, { optional, devOptional }]) => !optional && !devOptional)
  expect(required.map(([path]) => path)).toEqual([])
})
