import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingFile } from '../incoming-file.ts'
import { payloadTooLarge, tooManyParts, uploadIncomplete, unsupportedMediaType } from './problems.ts'
import type { App } from './types.ts'

export type MultipartLimits = { files: number; bytes: number }

/** Routes that take files from a form, in an encapsulated Fastify scope: no other route reads a multipart body. */
export async function multipartRoutes(app: App, add: (scope: App) => void | Promise<void>): Promise<void> {
  await app.register(async (scope) => {
    // Form bodies only: any other body is 415 before it is read.
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    await add(scope)
  })
}

const FIELDS = 100
const FIELD_BYTES = 10_000

/** The other fields of a form, by name, up to `maxBytes` each. */
export type FormFields = { values: Map<string, string>; maxBytes: number }

/**
 * The files of a form in the order sent; each must be read before the next one is available. `fields` receives the other
 * fields; all of them are there when the last file was read.
 */
export async function* incomingFiles(
  request: FastifyRequest,
  limits: MultipartLimits,
  fields?: FormFields,
): AsyncGenerator<IncomingFile> {
  if (!request.isMultipart()) throw unsupportedMediaType()
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw payloadTooLarge({ max: limits.bytes })
  const counted = { left: limits.bytes }
  const options = {
    // An uploaded folder has names with slashes; without this only the last segment of each would arrive.
    preservePath: true,
    // One more than the limit: our own count rejects the excess, where the parser would cut it off silently.
    limits: {
      files: limits.files,
      parts: limits.files + FIELDS,
      fileSize: limits.bytes + 1,
      fields: FIELDS,
      fieldSize: fields?.maxBytes ?? FIELD_BYTES,
    },
  }
  try {
    for await (const part of request.parts(options)) {
      if (part.type !== 'file') {
        if (fields && part.valueTruncated) throw payloadTooLarge({ max: fields.maxBytes })
        fields?.values.set(part.fieldname, String(part.value))
        continue
      }
      const chunks = counting(part.file, counted, request, limits)
      // A form without script sends an empty part for a file input without a choice.
      if (part.filename) yield { path: part.filename, chunks }
      part.file.resume()
    }
  } catch (error) {
    throw asProblem(error, request, limits)
  }
}

/** `bytes` is null for a file above the limit. */
export type SmallForm = { fields: Record<string, string>; files: { name: string; bytes: Uint8Array | null }[] }

/** Reads a small form as a whole: at most `files` files, each file and field of at most `bytes`. */
export async function readForm(request: FastifyRequest, limits: MultipartLimits): Promise<SmallForm> {
  if (!request.isMultipart()) throw unsupportedMediaType()
  const form: SmallForm = { fields: {}, files: [] }
  const { files, bytes } = limits
  const options = {
    // We report this limit ourselves, for this file, because the parser would fail the whole form.
    throwFileSizeLimit: false,
    limits: { files, parts: files + FIELDS, fileSize: bytes, fields: FIELDS, fieldSize: bytes },
  }
  try {
    for await (const part of request.parts(options)) {
      if (part.type !== 'file') form.fields[part.fieldname] = String(part.value)
      else if (part.filename) form.files.push({ name: part.filename, bytes: await wholeOf(part) })
      else part.file.resume()
    }
  } catch (error) {
    throw asProblem(error, request, limits)
  }
  return form
}

async function wholeOf({ file }: MultipartFile): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk as Uint8Array)
  return file.truncated ? null : Buffer.concat(chunks)
}

async function* counting(
  source: AsyncIterable<Uint8Array>,
  counted: { left: number },
  request: FastifyRequest,
  limits: MultipartLimits,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      counted.left -= chunk.length
      if (counted.left < 0) throw payloadTooLarge({ max: limits.bytes })
      yield chunk
    }
  } catch (error) {
    throw asProblem(error, request, limits)
  }
}

/** Maps the parser's error codes. A sender that disconnected is not a fault of ours, nor is a boundary above 256 characters, the parser's "needle". */
function asProblem(error: unknown, request: FastifyRequest, limits: MultipartLimits): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return tooManyParts({ max: limits.files })
  const cut = request.raw.destroyed && !request.raw.complete
  const broken = error instanceof Error && /multipart|premature|needle/i.test(`${String(code)} ${error.message}`)
  return cut || broken ? uploadIncomplete() : error
}

/** The sender disconnected: the remaining work has no recipient. */
export function isDisconnected(request: FastifyRequest): boolean {
  return request.socket.destroyed
}
