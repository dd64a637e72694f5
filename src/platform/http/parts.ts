import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/pool.ts'
import type { EventSink } from '../events/sink.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import type { UserCtx } from '../ctx.ts'
import type { TokenVisitor, Visitor } from './types.ts'

/** What a server is built from. */
export type ServerParts = {
  config: Config
  database: Database
  events: EventSink
  metrics: Metrics
  tracing?: Tracing | null
  log: Logger
  clock: () => Date
  findVisitor: (request: FastifyRequest) => Promise<Visitor | null>
  /** What is remembered of each write that a token makes. */
  wroteByToken: (ctx: UserCtx, token: TokenVisitor) => UserCtx['wrote']
}
