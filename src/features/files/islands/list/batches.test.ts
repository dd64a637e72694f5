import { describe, expect, it } from 'vitest'
import type { Outcome } from '#browser/api.ts'
import { inBatches } from './batches.ts'

const ids = (n: number) => Array.from({ length: n }, (_, i) => `id${i}`)
const done = (n: number): Outcome<number> => ({ outcome: 'done', data: n })
const refused = (code: string, body: Record<string, unknown> = {}): Outcome<number> => ({
  outcome: 'refused',
  refusal: { status: 400, code, message: '', requestId: '', body },
})

describe('inBatches', () => {
  it('sends calls of 100 one after the other and reports progress after each', async () => {
    const [sent, steps]: [number[], number[]] = [[], []]
    let running = 0
    const result = await inBatches(
      ids(230),
      async (batch) => {
        expect(++running).toBe(1)
        await Promise.resolve()
        running -= 1
        sent.push(batch.length)
        return done(batch.length)
      },
      (n) => steps.push(n),
    )
    expect(sent).toEqual([100, 100, 30])
    expect(steps).toEqual([100, 200, 230])
    expect(result).toMatchObject({ replies: [100, 100, 30], rest: [], missing: [], failed: null })
    expect(result.done).toEqual(ids(230))
  })

  it.each([refused('rate_limited'), { outcome: 'offline' as const }])(
    'stops at the first failure: %j',
    async (failed) => {
      let calls = 0
      const result = await inBatches(ids(230), async (batch) => (++calls === 2 ? failed : done(batch.length)))
      expect(calls).toBe(2)
      expect(result.done).toEqual(ids(100))
      expect(result.rest).toEqual(ids(230).slice(100))
      expect(result.failed).toBe(failed)
    },
  )

  it('skips missing files and sends the rest', async () => {
    const sent: number[] = []
    const result = await inBatches(ids(120), async (batch) => {
      sent.push(batch.length)
      const gone = batch.filter((id) => id === 'id3' || id === 'id110')
      return gone.length > 0 ? refused('some_files_not_found', { file_ids: gone }) : done(batch.length)
    })
    // Two files filled the slots of missing ones, and one of those two was missing too.
    expect(sent).toEqual([100, 100, 19, 18])
    expect(result).toMatchObject({ missing: ['id3', 'id110'], failed: null, rest: [] })
    expect(result.done).toHaveLength(118)
  })

  it('ends when all files are missing, and when the reply names none of them', async () => {
    const all = await inBatches(ids(2), async (batch) => refused('some_files_not_found', { file_ids: batch }))
    expect(all).toMatchObject({ done: [], missing: ids(2), failed: null })
    const strange = refused('some_files_not_found', { file_ids: 'all' })
    expect(await inBatches(ids(2), async () => strange)).toMatchObject({ rest: ids(2), failed: strange })
  })
})
