import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Reply } from '#features/search/schema.ts'
import type { client } from '../client.ts'
import { repoStage, type RepoStage } from '../repos.ts'
import { searchWhole } from '../whole-search.ts'
import { QUERIES } from './queries.ts'
import { inParallel, refereeLibrary } from './referee-library.ts'

/** Of a hundred queries, so many have what is wanted among the first three results. */
const PASSING = 0.95

let stage: RepoStage
let dana: ReturnType<typeof client>
beforeAll(async () => {
  stage = await repoStage()
  dana = await refereeLibrary(stage)
}, 120_000)
afterAll(() => stage[Symbol.asyncDispose]())

type Group = z.output<typeof Reply>['groups'][number]

/** A result as the queries name it. */
function nameOf(group: Group['group'], { id, title, place }: Group['hits'][number]): string {
  switch (group) {
    case 'files':
      return `file:${place === '' ? title : `${place}/${title}`}`
    case 'symbols':
      return `symbol:${title}@${place.split(' · ').at(-1) ?? ''}`
    case 'notes':
      return `note:${title}`
    case 'boards':
      return `board:${title}`
    case 'repos':
      return `repo:${id.replace(/^open\//, '')}`
  }
}

async function firstThree(q: string): Promise<string[]> {
  const { groups } = await searchWhole(dana, q)
  return groups.flatMap(({ group, hits }) => hits.map((hit) => nameOf(group, hit))).slice(0, 3)
}

test('the first three results have what a person wants, for at least 57 of 60 queries', async () => {
  const failed: string[] = []
  let asked = 0
  for (const [language, queries] of Object.entries(QUERIES)) {
    expect(queries.length, language).toBeGreaterThanOrEqual(20)
    asked += queries.length
    const results = await inParallel(queries, ([q]) => firstThree(q))
    for (const [i, [q, ...wanted]] of queries.entries()) {
      const first = results[i] ?? []
      const missing = wanted.filter((each) => !each.split(' | ').some((one) => first.includes(one)))
      if (missing.length > 0) failed.push(`${q}: no ${missing.join(', ')} in [${first.join(', ')}]`)
    }
  }
  process.stdout.write(
    `search referee: ${asked - failed.length} of ${asked}\n${failed.map((each) => `  ${each}\n`).join('')}`,
  )
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(Math.floor(asked * (1 - PASSING)))
}, 240_000)
