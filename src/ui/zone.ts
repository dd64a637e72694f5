import { createContext } from 'preact'
import { SITE_ZONE } from '#base/time.ts'

export { SITE_ZONE } from '#base/time.ts'

/** The zone in which moments are written on a page: `Layout` knows the person, the pieces of a page do not. */
export const Zone = createContext(SITE_ZONE)
