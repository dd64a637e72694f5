import type { EndpointHash, NoteId, UserId } from '#base/ids.ts'

/** A delivery is unique for note, time and device. */
export type DeliveryKey = { userId: UserId; noteId: NoteId; remindAt: Date; endpointHash: EndpointHash }

/** A delivery fails after this many senders crashed while sending it. */
export const MAX_INTERRUPTED = 10
/** Push services drop a reminder that they could not deliver within this time; the badge still shows it. */
export const PUSH_TTL_SECONDS = 4 * 3600
