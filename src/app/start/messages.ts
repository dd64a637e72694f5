/** Messages between `codeshelf start` and the server process that it starts. */

export type Ready = { kind: 'ready'; setUpLink: string | null; version: string }

/** `copy_needed`: migrations are pending, there is data, and no pg_dump to back it up: the parent must copy the data directory. */
export type FromServer = Ready | { kind: 'copy_needed'; pending: readonly string[] }

/** The database accepts connections. `environment`: the settings that were not known before. */
export type ToServer = { kind: 'database_ready'; environment: Record<string, string> }

export function isFromServer(message: unknown): message is FromServer {
  return hasKind(message) && (message.kind === 'ready' || message.kind === 'copy_needed')
}

export function isToServer(message: unknown): message is ToServer {
  return hasKind(message) && message.kind === 'database_ready'
}

function hasKind(message: unknown): message is { kind: unknown } {
  return typeof message === 'object' && message !== null && 'kind' in message
}
