import { createServer, type Server } from 'node:http'
import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { EventSink } from '../events/sink.ts'

export type Metrics = ReturnType<typeof createMetrics>

type Parts = { pool: Pool; events: EventSink }

/** One registry per process (and per test), never the library's global one. */
export function createMetrics(parts: Parts) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchParts(parts, registry)
  const registers = [registry]
  const requests = new Histogram({
    name: 'codeshelf_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const pushes = new Counter({
    name: 'codeshelf_push_total',
    help: 'Pushes by service and by what it answered',
    labelNames: ['service', 'outcome', 'status'],
    registers,
  })
  const reminderLateness = new Histogram({
    name: 'codeshelf_reminder_lateness_seconds',
    help: 'From the moment a reminder was set for to a push service taking it',
    buckets: [1, 2, 5, 10, 30, 60, 120, 300, 900, 3600],
    registers,
  })
  return { registry, requests, pushes, reminderLateness }
}

function watchParts(parts: Parts, registry: Registry): void {
  const registers = [registry]
  new Counter({
    name: 'codeshelf_events_dropped_total',
    help: 'Events lost because the store was away',
    registers,
    collect() {
      this.reset()
      this.inc(parts.events.dropped())
    },
  })
  new Gauge({
    name: 'codeshelf_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, parts.pool.totalCount)
      this.set({ state: 'idle' }, parts.pool.idleCount)
      this.set({ state: 'waiting' }, parts.pool.waitingCount)
    },
  })
}

/** How many ports are tried: as many processes of one kind can share a host. */
const METRICS_PORTS = 10

/**
 * Metrics have a port of their own, which the load balancer does not publish. The first free one from `first` on: unlike the web
 * port it cannot be shared, or Prometheus would read another process at every scrape.
 */
export async function serveMetrics(metrics: Metrics, host: string, first: number): Promise<Server> {
  for (let port = first; port < first + METRICS_PORTS; port++) {
    const server = await listenForMetrics(metrics, host, port)
    if (server) return server
  }
  throw new Error(
    `Every metrics port from ${first} to ${first + METRICS_PORTS - 1} is taken. Set METRICS_PORT to another one.`,
  )
}

/** Null when the port is in use. */
function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server | null> {
  const server = createServer((_request, response) => {
    metrics.registry.metrics().then(
      (text) => response.setHeader('content-type', metrics.registry.contentType).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(port, host, () => resolve(server))
  })
}
