import { createContext } from 'preact'
import { SITE_ZONE } from '#base/time.ts'

export { SITE_ZONE } from '#base/time.ts'

/** The time zone of a page: `Layout` knows the user, the components of a page do not. */
export const TimeZoneContext = createContext(SITE_ZONE)
