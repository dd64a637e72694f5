/** An identifier that cannot be mistaken for one of another kind. */
export type Id<Kind extends string> = string & { readonly __kind: Kind }

export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type FileId = Id<'file'>
export type NoteId = Id<'note'>
export type BoardId = Id<'board'>
/** Stands for a device's push endpoint wherever the endpoint itself must not be seen. */
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
