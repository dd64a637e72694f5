import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { sha256 } from '../crypto.ts'

export type Codec = 'raw' | 'zstd'
/** A body as it is stored. */
export type Packed = { codec: Codec; body: Uint8Array }
export type Body = { sha256: Buffer; sizeBytes: number; codec: Codec; body: Buffer }

/** The bytes exactly as sent, compressed where that helps: about half the size for code, small files included. */
export function packBody(text: string): Body {
  const raw = Buffer.from(text, 'utf8')
  const packed = zstdCompressSync(raw)
  const smaller = packed.length < raw.length
  return { sha256: sha256(raw), sizeBytes: raw.length, codec: smaller ? 'zstd' : 'raw', body: smaller ? packed : raw }
}

export function unpackBody(packed: Packed): string {
  return unpackBytes(packed).toString('utf8')
}

/** The same for bytes that are only passed on: decoding to a string would be one more copy. */
export function unpackBytes({ codec, body }: Packed): Buffer {
  return codec === 'zstd' ? zstdDecompressSync(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

const decompress = promisify(zstdDecompress)

/** Decompresses in a thread of libuv instead of on the event loop: for texts that may be large and requested often. */
export async function unpackBytesAsync(packed: Packed): Promise<Buffer> {
  return packed.codec === 'zstd' ? decompress(packed.body) : unpackBytes(packed)
}

/** A text, or a compressed body. */
export type TextSource = string | Packed

export function textOf(source: TextSource): string {
  return typeof source === 'string' ? source : unpackBody(source)
}
