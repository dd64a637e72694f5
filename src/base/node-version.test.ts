import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { MINIMUM_NODE, unsupportedNode } from './node-version.ts'

it.each([
  ['26.10.0', null],
  ['26.11.3', null],
  ['27.0.0', null],
  ['26.9.0', 'Codeshelf needs Node 26.10 or newer, and this is Node 26.9.0.'],
  ['18.20.4', 'Codeshelf needs Node 26.10 or newer, and this is Node 18.20.4.'],
])('unsupportedNode answers for Node %s', (version, sentence) => {
  expect(unsupportedNode(version)).toBe(sentence)
})

it('MINIMUM_NODE is the version that package.json demands', () => {
  expect(manifest.engines.node).toBe(`>=${MINIMUM_NODE.join('.')}`)
})
