import { event } from './event.ts'

/** Something the product did that somebody may want to count: a file saved, a search, a sync. */
export const businessMetric = event('info')<{ metric: string; count?: number }>('business_metric', 'מדד עסקי')
