import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; modified: Date; content: Buffer }
export type ZipStream = Readable

/**
 * Takes the next entry only when the reader has taken the last: memory stays bounded for any total size, and an aborted
 * download requests no further entries.
 */
export function streamZip(entries: AsyncIterable<ZipEntry>): ZipStream {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The zip could not be created'))
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
 * Ends when the content is written, or the reader of the zip is gone. The zip keeps every entry for its directory, and with it
 * the function below and its closure: the content must not be among it.
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
    unpoolLastName(zip)
  })
}

/**
 * The zip keeps the name of every entry until its end. Node cuts small buffers out of shared blocks of 64 kB, so each name would
 * retain a block with the contents that were in it: 1 GB for 50,000 entries.
 */
function unpoolLastName(zip: ZipFile): void {
  const { entries } = zip as unknown as { entries: { utf8FileName: Buffer }[] }
  const last = entries.at(-1)
  if (!last) throw new Error('yazl changed its internal list of entries')
  const name = Buffer.allocUnsafeSlow(last.utf8FileName.length)
  last.utf8FileName.copy(name)
  last.utf8FileName = name
}

function takeOnce(content: Buffer): () => Buffer[] {
  let held = [content]
  return () => {
    const taken = held
    held = []
    return taken
  }
}

/** `C:x` would be a path on the reader's disk, and the zip library refuses to write it. */
function lawfulName(name: string): string {
  return name.replace(/^([a-z]):/i, '$1_')
}
