import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sha256 } from '../crypto.ts'

export type Codec = 'raw' | 'zstd'
export type Body = { sha256: Buffer; sizeBytes: number; codec: Codec; body: Buffer }

/** The bytes exactly as sent, smaller where that helps: about half of raw for code, small files included. */
export function packBody(text: string): Body {
  const raw = Buffer.from(text, 'utf8')
  const packed = zstdCompressSync(raw)
  const smaller = packed.length < raw.length
  return { sha256: sha256(raw), sizeBytes: raw.length, codec: smaller ? 'zstd' : 'raw', body: smaller ? packed : raw }
}

export function unpackBody(packed: { codec: Codec; body: Buffer }): string {
  return unpackBytes(packed).toString('utf8')
}

/** The same for what only passes through: a text would be one more copy of it. */
export function unpackBytes({ codec, body }: { codec: Codec; body: Buffer }): Buffer {
  return codec === 'zstd' ? zstdDecompressSync(body) : body
}
