import { appendFileSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { watchMemory } from './memory.ts'
import { HEAVY, type Heavy } from './requests.ts'
import { openStage, type Stage } from './stage.ts'

const AT_ONCE = 10
const WEB_LIMIT_MB = 600
const GIT_LIMIT_MB = 600
const TABLE = 'test-results/soak.md'
/** The heaviest of a page, of a save and of git: CI measures these, `SOAK=full` all of them. */
const SMALL_SET = 'history, two|12 MiB|blame'
/** A pattern: only requests whose names match. */
const only = new RegExp(process.env['SOAK_ONLY'] ?? (process.env['SOAK'] === 'full' ? '' : SMALL_SET))

type Row = {
  name: string
  statuses: string
  rssMb: number
  gitMb: number
  gits: number
  seconds: number
}

// The whole of it in one test: the peaks of one process, which never gives all of its memory back.
test(
  'a web process stays below its memory limit under ten of the heaviest requests at once',
  { timeout: 900_000 },
  async ({ annotate }) => {
    await using stage = await openStage()
    const rows: Row[] = []
    mkdirSync('test-results', { recursive: true })
    appendFileSync(TABLE, `\n${HEAD}\n`)
    for (const heavy of HEAVY) {
      if (!only.test(heavy.name)) continue
      const row = await measure(stage, heavy)
      rows.push(row)
      // At once: of a run that is cut off, the table says how far it came.
      appendFileSync(TABLE, `${line(row)}\n`)
    }
    const table = [HEAD, ...rows.map(line)].join('\n')
    process.stdout.write(`${table}\n`)
    await annotate(table)
    expect(rows.filter(({ rssMb }) => rssMb >= WEB_LIMIT_MB)).toEqual([])
    expect(rows.filter(({ gitMb }) => gitMb >= GIT_LIMIT_MB)).toEqual([])
    expect(rows.filter(({ statuses }) => /\b(500|0)×/.test(statuses))).toEqual([])
  },
)

async function measure(stage: Stage, heavy: Heavy): Promise<Row> {
  const memory = watchMemory(stage.web.pid)
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const person = stage.people[n % stage.people.length]
      if (!person) return 0
      try {
        const response = await heavy.send(stage, person, n)
        for await (const _part of response.body ?? []) continue
        return response.status
      } catch {
        return 0
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  return {
    name: heavy.name,
    statuses: tally(answers),
    ...memory.stop(),
    seconds,
  }
}

function tally(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status)
  return [...counts].map(([status, all]) => `${status}×${all.length}`).join(' ')
}

const HEAD = `| ${AT_ONCE} at once | statuses | web RSS MB | git RSS MB | gits | s |\n|---|---|---|---|---|---|`
const line = ({ name, statuses, rssMb, gitMb, gits, seconds }: Row) =>
  `| ${name} | ${statuses} | ${rssMb} | ${gitMb} | ${gits} | ${seconds.toFixed(1)} |`
