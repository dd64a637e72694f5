import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { z } from 'zod'

export async function zipOf(
  files: readonly { name: string; content: string | Buffer; comment?: string }[],
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const { name, content, comment } of files) {
    // The types of the library do not know comments.
    const options = { compress: true, ...(comment !== undefined && { fileComment: comment }) }
    zip.addBuffer(Buffer.from(content), name, options)
  }
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}

/** Everything in a zip, by name. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

const JsonObject = z.record(z.string(), z.unknown())
const Rows = z.array(z.looseObject({ path: z.string(), sidecar: z.string(), sidecar_sha256: z.string() }))
const Manifest = z.looseObject({
  files: Rows,
  notes: Rows,
  shares: Rows,
  boards: Rows,
  views: Rows,
  repositories: Rows,
  settings: Rows,
})

/** A JSON file of an unzipped export. */
export function jsonIn(files: ReadonlyMap<string, Buffer>, name: string): Record<string, unknown> {
  return JsonObject.parse(JSON.parse(String(files.get(name))))
}

export function manifestIn(files: ReadonlyMap<string, Buffer>): z.output<typeof Manifest> {
  return Manifest.parse(jsonIn(files, 'manifest.json'))
}
