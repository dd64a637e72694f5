/** Severities of events and alerts, from least to most. */
export const SEVERITIES = ['info', 'warn', 'error', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
