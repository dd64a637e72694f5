import { onlyArgument, openApi, print, type Run } from '../command.ts'
import { fileCall, ServerComplaint, usageError } from '../io.ts'

/** The end of central directory record, with which a zip without a comment ends. */
const END_BYTES = 22
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')

export const exportLibrary: Run = async (io, args, options) => {
  const path = onlyArgument(args, 'export FILE.zip|-')
  if (path === '-' && io.isTerminal) throw usageError('a zip cannot be shown on a terminal; name a file')
  const { api } = await openApi(io)
  const chunks = wholeZip(await api.stream('/api/export', 'application/zip'))
  if (path === '-') return io.outStream(chunks)
  await fileCall(path, io.writeStream(path, chunks))
  print(io, options, { path }, `Exported to ${path}\n`)
}

/** A proxy may end an answer that was cut off as if it were complete. */
async function* wholeZip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let end = Buffer.alloc(0)
  for await (const chunk of chunks) {
    end = Buffer.concat([end, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES)
    yield chunk
  }
  if (end.length < END_BYTES || !end.subarray(0, 4).equals(END_SIGNATURE))
    throw new ServerComplaint('The export ended before it was complete.')
}
