import { once } from 'node:events'
import { pipeline, type Readable, Transform } from 'node:stream'
import { GitFailure } from './process.ts'

/**
 * Exactly so many bytes or a failure: a stream that ends early must not look complete. Resolves with the first bytes; a later
 * failure comes after the caller has sent its status, so `onBroken` reports it.
 */
export async function exactSizeStream(
  bytes: Readable,
  size: number,
  onBroken: (error: Error) => void,
): Promise<Readable> {
  // 'readable' is also emitted when the stream ends early.
  await Promise.race([once(bytes, 'readable'), once(bytes, 'close')])
  const broken = () => new GitFailure('failed', 'ended before all of it was read')
  if (size > 0 && bytes.readableLength === 0) throw broken()
  let left = size
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length
      done(null, part)
    },
    flush(done) {
      if (left === 0) return done()
      const error = broken()
      onBroken(error)
      done(error)
    },
  })
  return pipeline(bytes, counted, () => undefined)
}
