import type { Id } from '#base/ids.ts'
import type { Severity } from '#base/severity.ts'

export type AlertId = Id<'alert'>

export type Alert = {
  id: AlertId
  startedAt: Date
  endedAt: Date | null
  /** When the alert manager last sent it. */
  receivedAt: Date
  name: string
  severity: Severity
  summary: string
  type: string
  source: string
  status: 'firing' | 'resolved'
  /** `label=value` pairs, as the rule set them. */
  tags: readonly string[]
  metadata: Readonly<Record<string, string>>
}

/** One alert as Alertmanager sends it. */
export type Notice = {
  status: 'firing' | 'resolved'
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
  startsAt: Date
  /** Null while it fires, when Alertmanager sends the year 1. */
  endsAt: Date | null
  generatorUrl: string
}

/** Fields that one webhook call shares between all its alerts. */
export type Sender = { receiver: string; externalUrl: string }

export type Report = Omit<Alert, 'id'>

/** Rule authors choose the severity label freely; these are the usual values. */
const SEVERITY_WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  error: 'error',
  warning: 'warn',
  warn: 'warn',
  info: 'info',
}

/**
 * An unknown severity becomes a warning: not lost among info alerts, and no page for the operator. The label stays in the
 * tags.
 */
function severityOf(word: string | undefined): Severity {
  return SEVERITY_WORDS[word?.toLowerCase() ?? ''] ?? 'warn'
}

export function reportOf(notice: Notice, sender: Sender, now: Date): Report {
  const { labels, annotations, status } = notice
  const name = labels['alertname'] ?? 'unnamed'
  return {
    startedAt: notice.startsAt,
    endedAt: status === 'resolved' ? (notice.endsAt ?? now) : null,
    receivedAt: now,
    name,
    severity: severityOf(labels['severity']),
    summary: annotations['summary'] ?? annotations['description'] ?? name,
    type: labels['type'] ?? labels['job'] ?? 'alert',
    source: 'alertmanager',
    status,
    tags: Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .toSorted(),
    metadata: {
      ...annotations,
      receiver: sender.receiver,
      ...(sender.externalUrl && { external_url: sender.externalUrl }),
      ...(notice.generatorUrl && { generator_url: notice.generatorUrl }),
    },
  }
}
