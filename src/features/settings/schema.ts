import { z } from 'zod'

/** Which form led here; anything else is nothing to speak of. */
export const SettingsQuery = z.object({ done: z.enum(['revoked', 'othersRevoked']).optional().catch(undefined) })
