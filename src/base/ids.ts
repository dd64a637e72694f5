/** A branded id: ids of different kinds are different types. */
export type Id<Kind extends string> = string & { readonly __kind: Kind }

export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type FileId = Id<'file'>
export type NoteId = Id<'note'>
export type BoardId = Id<'board'>
/** Identifies a device's push endpoint where the endpoint itself must not be visible. */
export type EndpointHash = Id<'endpoint'>

const OPAQUE = /^[0-9a-f]{32}$/

/** Ids on the wire are 32 hex digits: a UUID without its dashes, which PostgreSQL reads as it is. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE.test(text)
}

export function parseId<Kind extends string>(text: string): Id<Kind> | null {
  return isOpaqueId(text) ? (text as Id<Kind>) : null
}

/**
 * A UUIDv7: 48 bits of milliseconds, then 74 random bits, so ids sort by time inside an index.
 * The random bytes come from the caller, because this module also runs in the browser.
 */
export function uuidV7<Kind extends string>(now: Date, random: Uint8Array): Id<Kind> {
  const time = now.getTime().toString(16).padStart(12, '0')
  const tail = Array.from(random.subarray(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(tail.slice(3, 5), 16) & 0x3f) | 0x80).toString(16).padStart(2, '0')
  return `${time}7${tail.slice(0, 3)}${variant}${tail.slice(5, 19)}` as Id<Kind>
}

/** 96 bits: the time and 42 random ones. */
const ORIGIN_DIGITS = 24

/**
 * The id of an imported copy: it starts with the digits of the exported id, so that importing the same export again finds the
 * copy, and lists sorted by id keep their order. `tail` is 8 hex digits that differ between accounts.
 */
export function importedId<Kind extends string>(exported: Id<Kind>, tail: string): Id<Kind> {
  return `${exported.slice(0, ORIGIN_DIGITS)}${tail.slice(0, 8)}` as Id<Kind>
}

/** The first and the last id that copies of an object can have, whichever accounts they went through. */
export function copyIdRange<Kind extends string>(id: Id<Kind>): { first: Id<Kind>; last: Id<Kind> } {
  return { first: importedId(id, '00000000'), last: importedId(id, 'ffffffff') }
}
