import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/pool.ts'
import type { EventSink } from '../events/sink.ts'
import type { Metrics } from '../metrics.ts'
import type { Visitor } from './types.ts'

/** What a server is built from. */
export type ServerParts = {
  config: Config
  database: Database
  events: EventSink
  metrics: Metrics
  log: Logger
  clock: () => Date
  findVisitor: (request: FastifyRequest) => Promise<Visitor | null>
}
