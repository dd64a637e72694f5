import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worksOfOthers } from '../notices.ts'
import { readLocked, shippedComponents } from './components.ts'
import { root } from './run.ts'

type Lock = { packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; link?: boolean }> }

test('the list of components has every package of production, of the browser and inside packages, each with its licence', () => {
  const browser = [
    'node_modules/@codemirror/state',
    'node_modules/mermaid',
    'node_modules/khroma',
    'node_modules/pyodide',
  ]
  const at = new Date('2026-11-19T12:00:00Z')
  const locked = readLocked()
  const bom = shippedComponents(locked, worksOfOthers(root, browser), at)
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))

  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const ofProduction = Object.entries(lock.packages).flatMap(([folder, { version, dev, devOptional, link }]) =>
    folder.startsWith('node_modules/') && !dev && !devOptional && !link
      ? [`${folder.replace(/^.*node_modules\//, '')}@${version}`]
      : [],
  )
  expect(ofProduction.length).toBeGreaterThan(100)
  expect(ofProduction.filter((name) => !listed.has(name))).toEqual([])
  for (const name of ['@codemirror/state', 'mermaid', 'khroma', 'CPython (standard library inside pyodide)'])
    expect(bom.components.map((component) => component.name)).toContain(name)
  expect(bom.components.map(({ name }) => name)).not.toContain('vitest')
  expect(bom.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual([])

  const refs = new Set(bom.components.map((component) => component['bom-ref']))
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  expect(shippedComponents(readLocked(), worksOfOthers(root, browser), at)).toEqual(bom)
})
