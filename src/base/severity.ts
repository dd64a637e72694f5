/** How grave an event or an alert is, from least to most. */
export const SEVERITIES = ['info', 'warn', 'error', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
