import type { EndpointHash, NoteId, UserId } from '#base/ids.ts'

/** One note, one moment, one device: told once. */
export type DeliveryKey = { userId: UserId; noteId: NoteId; remindAt: Date; endpointHash: EndpointHash }

/** A sender that has not said how it went after this long is taken for dead. Longer than any send can take. */
export const SENDING_SECONDS = 45
/** A delivery during which so many senders died kills them: it ends. */
export const MAX_INTERRUPTED = 10
/** A reminder that no device could show for this long is only a badge. */
export const PUSH_TTL_SECONDS = 4 * 3600
