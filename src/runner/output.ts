import type { StreamName } from '#platform/runners/protocol.ts'

/**
 * One stream of a program, as text that a reader gets: at most so many bytes of UTF-8, cut between characters. What
 * comes after is counted and dropped, so the size of the output is never the size of our memory.
 */
export type KeptStream = {
  readonly written: number
  readonly dropped: number
  take: (bytes: Buffer) => void
  /** The last character may have been cut in two by the program itself. */
  finish: () => void
}

export function keptStream(
  name: StreamName,
  maxBytes: number,
  emit: (name: StreamName, text: string) => void,
): KeptStream {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let kept = 0
  let isCut = false
  const keep = (text: string) => {
    const size = Buffer.byteLength(text)
    // Nothing after the first piece that did not fit: a short character must not slip in behind a long one.
    isCut = kept + size > maxBytes
    const piece = isCut ? cutAt(text, maxBytes - kept) : text
    kept += isCut ? Buffer.byteLength(piece) : size
    if (piece !== '') emit(name, piece)
  }
  const stream = {
    written: 0,
    // Bytes that are no text are shown longer than they are, so what was cut may seem to be nothing. It is not.
    get dropped() {
      return isCut ? Math.max(1, stream.written - kept) : 0
    },
    take: (bytes: Buffer) => {
      stream.written += bytes.length
      if (!isCut) keep(decoder.decode(bytes, { stream: true }))
    },
    finish: () => {
      if (!isCut) keep(decoder.decode())
    },
  }
  return stream
}

/** The longest beginning that has at most so many bytes, ending between two characters. */
function cutAt(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
