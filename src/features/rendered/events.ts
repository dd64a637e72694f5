import { event, type Resource } from '#platform/events/event.ts'

/** The reader sees the source instead, so nobody would report it. */
export const renderFailed = event('error')<{ resource: Resource; error: string }>(
  'render_failed',
  'תצוגת קובץ נכשלה ובמקומה הוצג קוד המקור',
)
