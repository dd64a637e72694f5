import { event } from '#platform/events/event.ts'

export const shareViewError = event('error')<{ share_id: string; error: string }>(
  'share_view_error',
  'טעינת דף שיתוף נכשלה',
)
export const shareViewNotFound = event('warn')<{ share_id: string }>('share_view_not_found', 'שיתוף לא נמצא')
