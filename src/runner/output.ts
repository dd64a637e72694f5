import type { StreamName } from '#platform/runners/protocol.ts'

/**
 * One output stream of a program as text: at most so many bytes of UTF-8, cut between characters. The rest is counted and
 * dropped, so that the memory use does not depend on the output.
 */
export type KeptStream = {
  readonly written: number
  readonly dropped: number
  take: (bytes: Buffer) => void
  /** The program itself may have written half a character at the end. */
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
    // Drop everything after the first piece that did not fit: a short character must not follow a gap.
    isCut = kept + size > maxBytes
    const piece = isCut ? cutAt(text, maxBytes - kept) : text
    kept += isCut ? Buffer.byteLength(piece) : size
    if (piece !== '') emit(name, piece)
  }
  const stream = {
    written: 0,
    // Replacement characters are longer than invalid bytes, so the cut part may seem empty. It is not.
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

/** The longest prefix of at most so many bytes, ending between two characters. */
function cutAt(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
