import { event } from './event.ts'

/** A product event worth counting: a file saved, a search, a sync. */
export const businessMetric = event('info')<{ metric: string; count?: number }>('business_metric', 'מדד עסקי')
