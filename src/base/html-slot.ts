/**
 * HTML from a worker thread, as bytes. A page is rendered with a slot for it, and the bytes are inserted when the response is
 * sent: as part of the text, ten megabytes would be copied, searched and hashed on the event loop.
 */
export type HtmlBytes = { bytes: Uint8Array; digest: string }

/** The digest is in the slot, so that a validator over the page also covers the bytes. */
export function htmlSlot({ digest }: HtmlBytes): string {
  return `<!--${digest}-->`
}
