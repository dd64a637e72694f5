import { z } from 'zod'
import { MAX_LINKS_PER_TEXT, TARGET_KINDS } from '#features/links/link.ts'
import type { LibraryLink } from '../library.ts'

/** Exports of earlier versions do not have them. */
export const Links = z
  .array(z.object({ name: z.string(), kind: z.enum(TARGET_KINDS), id: z.string() }))
  .max(MAX_LINKS_PER_TEXT)
  .default([])

export function writeLinks(links: readonly LibraryLink[]): z.input<typeof Links> {
  return links.map(({ key, kind, id }) => ({ name: key, kind, id }))
}

export function readLinks(links: z.output<typeof Links>): LibraryLink[] {
  return links.map(({ name, kind, id }) => ({ key: name, kind, id }))
}
