import { once } from 'node:events'
import { pipeline, type Readable, Transform } from 'node:stream'
import { GitFailure } from './process.ts'

/**
 * So many bytes or a failure: a stream that ends early must not look like all of it. Here when its first bytes are;
 * whoever sends them on has said by then that all is well, so `onBroken` is told when they break off later.
 */
export async function wholeStream(bytes: Readable, size: number, onBroken: (error: Error) => void): Promise<Readable> {
  // "Readable" is said at an early end too.
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
