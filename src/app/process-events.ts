import { event } from '#platform/events/event.ts'

export const internalWebStarted = event('info')<{ version: string }>('internal_web_started', 'שירות הרשת עלה')
