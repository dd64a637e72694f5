export { BODY_CHARS, truncate, type Notification, TITLE_CHARS } from './notification.ts'
export { enqueueAgentNotification } from './service/agent-writes.ts'
export { toFailure, recordOutcomes, emitMissingKey } from './service/outcomes.ts'
export { retryDelaySeconds } from './retry.ts'
