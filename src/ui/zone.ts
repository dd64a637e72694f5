import { createContext } from 'preact'

/** Where the service lives, for those who have not said where they are. */
export const SITE_ZONE = 'Asia/Jerusalem'

/** The zone in which moments are written on a page: `Layout` knows the person, the pieces of a page do not. */
export const Zone = createContext(SITE_ZONE)
