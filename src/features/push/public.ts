export { BODY_CHARS, fit, type Notification, TITLE_CHARS } from './notification.ts'
export { rememberAgentWrite } from './service/agent-writes.ts'
export { failureOf, recordOutcomes, tellMissingKey } from './service/outcomes.ts'
export { retryAfter } from './retry.ts'
