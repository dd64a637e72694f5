import { decodeText } from '#features/files/public.ts'

/** The text of a blob; null when it is not text. */
export function blobText(blob: Uint8Array): string | null {
  return decodeText(Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength))
}

/** Reads the texts of blobs by their hash, each once. Null for a blob that is missing or not text. */
export function blobTexts(blobs: ReadonlyMap<string, Uint8Array>): (oid: string | null) => string | null {
  const texts = new Map<string, string | null>()
  return (oid) => {
    const blob = oid === null ? undefined : blobs.get(oid)
    if (oid === null || !blob) return null
    if (!texts.has(oid)) texts.set(oid, blobText(blob))
    return texts.get(oid) ?? null
  }
}
