import { z } from 'zod'
import { isSitePath } from '#base/site-path.ts'
import { SITE_ZONE } from '#base/time.ts'
import { isTimeZone } from '#features/reminders/when.ts'

export const AckForm = z.object({
  next: z.string().refine(isSitePath).catch('/dashboard'),
})

/** The zone of the device, for the reminder of the sample. Without script the form has none. */
export const SampleForm = z.object({ tz: z.string().refine(isTimeZone).catch(SITE_ZONE) })
