import { type GitAsk, GitFailure, startGit } from './process.ts'

export type Output = { bytes: Buffer; isCut: boolean }

/** What git prints, up to `maxBytes`; of more, the first part. */
export async function readGit(ask: GitAsk, maxBytes: number): Promise<Output> {
  const { stdout, ended, stop } = startGit(ask)
  const parts: Buffer[] = []
  let room = maxBytes
  stdout.on('data', (part: Buffer) => {
    if (room >= 0) parts.push(part.subarray(0, room))
    room -= part.length
    if (room < 0) stop('too_large')
  })
  const { trouble, stderr } = await ended
  const isCut = room < 0
  if (trouble !== null && !isCut) throw new GitFailure(trouble, stderr)
  return { bytes: Buffer.concat(parts), isCut }
}

/** The records of a long output as they come, each without the byte that ends it. Leaving the loop ends git. */
export async function* gitRecords(ask: GitAsk, end: 0 | 10 = 0): AsyncGenerator<Buffer> {
  for await (const records of gitBatches(ask, end)) yield* records
}

/** The same, as many at once as came together: of 20,000 records, one by one would cost more than git itself. */
export async function* gitBatches(ask: GitAsk, end: 0 | 10 = 0): AsyncGenerator<Buffer[]> {
  const { stdout, ended, stop } = startGit(ask)
  let rest: Buffer = Buffer.alloc(0)
  let isRead = false
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      const part = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const records: Buffer[] = []
      let from = 0
      for (let to = part.indexOf(end); to !== -1; to = part.indexOf(end, from)) {
        records.push(part.subarray(from, to))
        from = to + 1
      }
      rest = part.subarray(from)
      yield records
    }
    isRead = true
  } finally {
    // Only who leaves early ends it: how git ended by itself says whether what was read is all of it.
    if (!isRead) stop('stopped')
  }
  const { trouble, stderr } = await ended
  if (trouble !== null) throw new GitFailure(trouble, stderr)
  if (rest.length > 0) yield [rest]
}
