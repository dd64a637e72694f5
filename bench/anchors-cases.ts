import { readFileSync } from 'node:fs'
import { z } from 'zod'

const lines = z.number().int().min(1)

const caseSchema = z.object({
  id: z.string(),
  /** Name of the bundle. */
  repo: z.string(),
  kind: z.string(),
  distance: z.string(),
  n_commits: z.number().int().min(1),
  from_commit: z.string(),
  path: z.string(),
  line_start: lines,
  line_end: lines,
  to_commit: z.string(),
  truth: z.object({
    state: z.enum(['same', 'moved', 'changed', 'gone']),
    path: z.string().nullable(),
    line_start: lines.nullable(),
    line_end: lines.nullable(),
  }),
})

/** A note on lines of `path` at `from_commit`, and where that code is at `to_commit`. */
export type Case = z.infer<typeof caseSchema>

export function readCases(file: string): Case[] {
  const rows = readFileSync(file, 'utf8').split('\n')
  return rows.filter((row) => row !== '').map((row) => caseSchema.parse(JSON.parse(row)))
}

/** The same cases every time, spread evenly over the file, which is ordered by repository. */
export function sampleCases(cases: readonly Case[], count: number): Case[] {
  if (count >= cases.length) return [...cases]
  return Array.from({ length: count }, (_, i) => cases[Math.floor((i * cases.length) / count)]).filter(
    (each) => each !== undefined,
  )
}
