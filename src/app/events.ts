import type { EventType } from '#platform/events/event.ts'
import * as aiEvents from '#features/ai/events.ts'
import * as authEvents from '#features/auth/events.ts'
import * as fileEvents from '#features/files/events.ts'
import * as pushEvents from '#features/push/events.ts'
import * as observabilityEvents from '#features/observability/events.ts'
import * as reminderEvents from '#features/reminders/events.ts'
import * as repoEvents from '#features/repos/events.ts'
import { renderFailed } from '#features/rendered/events.ts'
import * as shareEvents from '#features/shares/events.ts'
import { businessMetric } from '#platform/events/business.ts'
import * as jobEvents from '#platform/jobs/events.ts'
import { requestFailed } from '#platform/http/errors.ts'
import { internalWebStarted } from './process-events.ts'

/** Every event that the service can emit; the catalogue in docs/ and the interface test read this list. */
export const eventCatalogue: readonly EventType[] = [
  internalWebStarted,
  requestFailed,
  businessMetric,
  ...Object.values(fileEvents),
  renderFailed,
  ...Object.values(pushEvents),
  ...Object.values(reminderEvents),
  ...Object.values(jobEvents),
  ...Object.values(shareEvents),
  ...Object.values(repoEvents),
  ...Object.values(aiEvents),
  ...Object.values(observabilityEvents),
  ...Object.values(authEvents),
]

export const eventTitles: ReadonlyMap<string, string> = new Map(eventCatalogue.map(({ name, msgHe }) => [name, msgHe]))
