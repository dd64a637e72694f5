/** How much a serialised value may contain. Every text, number, key, object and list is a value; objects, lists and maps are containers too. */
export type ValueCount = { values: number; containers: number }

/** The header of the format that Node.js writes, with its version. */
const HEADER = [0xff, 0x0f]
/** What Node.js calls a Buffer. */
const BUFFER_INDEX = 10
const DOUBLE_BYTES = 8

/**
 * Counts a serialised value without building it, and refuses one that is too large for the event loop, or is not plain data: 64 MB of empty objects
 * would take half a minute and 2 GB. A list that only says how long it is takes eight bytes of memory for each item, so its length counts. `undefined`
 * is refused because an object with `constructor: undefined` passes for a node of a page.
 */
export function countValues(bytes: Uint8Array, max: ValueCount): ValueCount {
  const reader = { bytes, at: HEADER.length, values: 0, containers: 0 }
  if (HEADER.some((byte, i) => bytes[i] !== byte)) throw new Error('not a value')
  while (reader.at < bytes.length) {
    readTag(reader)
    assertWithin(reader, max)
  }
  if (reader.at > bytes.length) throw new Error('a value is cut off')
  return { values: reader.values, containers: reader.containers }
}

export function assertWithin({ values, containers }: ValueCount, max: ValueCount): void {
  if (values > max.values || containers > max.containers) throw new Error('too many values')
}

type Reader = ValueCount & { bytes: Uint8Array; at: number }

/** What follows each tag. A list that may have holes is written with its indexes. */
const READ_TAG: Readonly<Record<string, (reader: Reader) => void>> = {
  // Padding before a text of two bytes a character, null, true, false and a hole.
  ...tags('\0', '0', 'T', 'F', '-')(() => undefined),
  // Whole numbers, and what was there before.
  ...tags('I', 'U', '^')(readNumber),
  // Numbers and dates.
  ...tags('N', 'D')((reader) => (reader.at += DOUBLE_BYTES)),
  // Texts.
  ...tags('"', 'c')(skipBytes),
  '\\': (reader) => {
    if (readNumber(reader) !== BUFFER_INDEX) throw new Error('not plain data')
    skipBytes(reader)
  },
  // The beginning and the end of objects and maps, and of lists.
  ...tags('o', ';')((reader) => (reader.containers += 1)),
  ...tags('{', ':')(readNumber),
  ...tags(
    'A',
    'a',
  )((reader) => {
    reader.containers += 1
    addLength(reader)
  }),
  ...tags(
    '$',
    '@',
  )((reader) => {
    readNumber(reader)
    readNumber(reader)
  }),
}

function tags(...names: string[]) {
  return (read: (reader: Reader) => unknown) => Object.fromEntries(names.map((name) => [name, read]))
}

function readTag(reader: Reader): void {
  reader.values += 1
  const read = READ_TAG[String.fromCharCode(reader.bytes[reader.at++] ?? 0)]
  if (!read) throw new Error('not plain data')
  read(reader)
}

function addLength(reader: Reader): void {
  const length = readNumber(reader)
  reader.values += length
}

function skipBytes(reader: Reader): void {
  const length = readNumber(reader)
  reader.at += length
}

/** Seven bits a byte, the lowest first. More than five bytes are no length. */
function readNumber(reader: Reader): number {
  let number = 0
  for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
    const byte = reader.bytes[reader.at++] ?? 0
    number += (byte & 0x7f) * factor
    if (byte < 0x80) return number
  }
  throw new Error('not a number')
}
