import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; modified: Date; content: Buffer }
export type ZipStream = Readable

/**
 * Takes the next entry only when the reader has taken the last: memory stays bounded however large the whole is, and an
 * aborted download asks for nothing more.
 */
export function streamZip(entries: AsyncIterable<ZipEntry>): ZipStream {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The zip could not be made'))
  zip.on('error', fail)
  const fill = async () => {
    for await (const entry of entries) {
      await add(zip, entry, output)
      if (output.destroyed) return
    }
    zip.end()
  }
  fill().catch(fail)
  return output
}

/**
 * Ends when the content has gone into the zip, or nobody reads the zip any more. The zip remembers every entry for its directory,
 * and with it the function below and all that it can see: the content must not be among it.
 */
function add(zip: ZipFile, entry: ZipEntry, output: Readable): Promise<void> {
  const name = lawfulName(entry.name)
  const options = { mtime: entry.modified }
  const take = takeOnce(entry.content)
  return new Promise((resolve, reject) => {
    if (output.destroyed) return resolve()
    const done = () => {
      output.off('close', done)
      resolve()
    }
    output.once('close', done)
    zip.addReadStreamLazy(name, options, (give) => {
      const source = Readable.from(take(), { objectMode: false })
      source.once('end', done)
      source.once('error', reject)
      give(null, source)
    })
  })
}

function takeOnce(content: Buffer): () => Buffer[] {
  let held = [content]
  return () => {
    const taken = held
    held = []
    return taken
  }
}

/** `C:x` would be a place on the reader's disk, and the zip library refuses to write it. */
function lawfulName(name: string): string {
  return name.replace(/^([a-z]):/i, '$1_')
}
