import type { Logger } from 'pino'
import type { CodeIndex } from '../code-index/client.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/pool.ts'
import type { EventSink } from '../events/sink.ts'
import type { Mirrors } from '../git/mirrors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { UserCtx } from '../ctx.ts'
import type { Threads } from '../threads.ts'
import type { VisitorToken, Visitors } from './types.ts'

/** What a server is built from. */
export type ServerParts = {
  config: Config
  database: Database
  /** Identifies the database, see `installationId`. */
  installation: string
  events: EventSink
  metrics: Metrics
  tracing?: Tracing | null
  log: Logger
  clock: () => Date
  threads: Threads
  mirrors: Mirrors
  codeIndex: CodeIndex | null
  visitors: Visitors
  /** Records the audit entry of each write that a token makes. */
  recordTokenWrites: (ctx: UserCtx, token: VisitorToken) => UserCtx['recordAgentWrite']
}
