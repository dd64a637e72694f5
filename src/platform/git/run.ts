import { type GitCommand, GitFailure, startGit } from './process.ts'

export type Output = { bytes: Buffer; isCut: boolean }

/** The output of git, cut at `maxBytes`. */
export async function readGit(ask: GitCommand, maxBytes: number): Promise<Output> {
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

/** Streams the records of a long output, each without its terminator. Leaving the loop ends git. */
export async function* gitRecords(ask: GitCommand, end: 0 | 10 = 0): AsyncGenerator<Buffer> {
  for await (const records of gitBatches(ask, end)) yield* records
}

/** Longer records are cut: lines, names and subjects are displayed far shorter, and one of 200 MB must not be held. */
export const MAX_RECORD_BYTES = 64 * 1024

/** The same in chunks: yielding 20,000 records one by one would cost more than git itself. */
export async function* gitBatches(ask: GitCommand, end: 0 | 10 = 0): AsyncGenerator<Buffer[]> {
  const { stdout, ended, stop } = startGit(ask)
  const rest = openRecord()
  let isRead = false
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      const records: Buffer[] = []
      let from = 0
      for (let to = chunk.indexOf(end); to !== -1; to = chunk.indexOf(end, from)) {
        records.push(rest.finish(chunk.subarray(from, to)))
        from = to + 1
      }
      rest.add(chunk.subarray(from))
      yield records
    }
    isRead = true
  } finally {
    // Kill git only when the reader leaves early: its own exit code shows whether the output is complete.
    if (!isRead) stop('stopped')
  }
  const { trouble, stderr } = await ended
  if (trouble !== null) throw new GitFailure(trouble, stderr)
  if (rest.bytes() > 0) yield [rest.finish(Buffer.alloc(0))]
}

/** The start of a record whose end has not arrived yet. */
function openRecord() {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    const kept = part.subarray(0, MAX_RECORD_BYTES - size)
    if (kept.length > 0) parts.push(kept)
    size += kept.length
  }
  return {
    add,
    bytes: () => size,
    finish(part: Buffer): Buffer {
      add(part)
      const record = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = []
      size = 0
      return record
    },
  }
}
