import { event, type Resource } from '#platform/events/event.ts'

/** Users see the source instead and would not report the failure. */
export const renderFailed = event('error')<{ resource: Resource; error: string }>(
  'render_failed',
  'תצוגת קובץ נכשלה ובמקומה הוצג קוד המקור',
)
