const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A name as zoekt sends it: Go writes `�` for each byte that is not UTF-8, where Node writes one for several. */
export function nameInReply(bytes: Buffer): string {
  let text = ''
  for (let i = 0; i < bytes.length;) {
    const character = characterAt(bytes, i)
    text += character ?? '\ufffd'
    i += character === null ? 1 : Buffer.byteLength(character)
  }
  return text
}

function characterAt(bytes: Buffer, start: number): string | null {
  for (let length = 1; length <= 4; length++) {
    try {
      return utf8.decode(bytes.subarray(start, start + length)) || null
    } catch {
      // Longer, or not a character at all.
    }
  }
  return null
}
