const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of these bytes exactly (a byte order mark stays), or null when they are not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
