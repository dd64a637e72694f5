import { segmentGraphemes } from '#base/text.ts'
import { uniqueName } from '#features/files/name.ts'
import { createPathAllocator, type Located } from '#features/files/path.ts'

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?=\.|$)/i
/** Linux allows 255 bytes, and `.md` and ` (2)` are added to some names. */
const MAX_BYTES = 240
/** Windows allows 260 characters for a whole path. */
const MAX_UNITS = 150

/** The name that every file system accepts: the same, unless one of them would refuse it. */
export function portableName(name: string): string {
  const allowed = name
    .replaceAll(/[<>:"|?*/\\\p{Cc}]/gu, '_')
    .replace(/[. ]+$/, (tail) => '_'.repeat(tail.length))
    .replace(DEVICE, (device) => `${device.trimEnd()}_`)
  return shorten(allowed)
}

/** Whole characters, also those that consist of several code points. */

/** Keeps the extension, unless that is long itself. */
function shorten(name: string): string {
  if (fits(name)) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  const stem = name.slice(0, name.length - extension.length)
  const chars = Array.from(segmentGraphemes(stem), ({ segment }) => segment)
  while (!fits(chars.join('') + extension)) chars.pop()
  return chars.join('').replace(/[. ]+$/, '_') + extension
}

function fits(name: string): boolean {
  return name.length <= MAX_UNITS && new TextEncoder().encode(name).length <= MAX_BYTES
}

/** Names that differ only in case are one name on many disks. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Assigns portable names that are unique in one folder. */
export function createNameAllocator(): (name: string) => string {
  const used = new Set<string>()
  return (name) => {
    const unique = uniqueName(portableName(name), (candidate) => used.has(keyOf(candidate)))
    used.add(keyOf(unique))
    return unique
  }
}

/** The same for files in their folders. */
export function createPortablePaths(): (file: Located) => string {
  return createPathAllocator({ keyOf, nameFor: portableName })
}
