import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '#platform/free-port.ts'
import { start, until } from './chaos/processes.ts'
import { signInMany } from './chaos/load.ts'
import { cloneDatabase } from './database.ts'

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() }),
})
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})
type Received = z.output<typeof Span> & { service: string | undefined }

/** As small as a collector can be: OTLP over HTTP, in JSON. */
async function startCollector() {
  const spans: Received[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces')
    const body: unknown = await json(request)
    texts.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of Export.parse(body).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      for (const { spans: some } of scopeSpans) spans.push(...some.map((span) => ({ ...span, service })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { spans, url, all: () => texts.join('\n'), [Symbol.asyncDispose]: async () => void server.close() }
}

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

test('a trace shows a request and its statements under whoever called, and nothing of anybody', async () => {
  await using collector = await startCollector()
  await using database = await cloneDatabase()
  const port = await freePort()
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await using web = await start('web', { databaseUrl: database.url, port, environment })
  const [cookie = ''] = await signInMany(port, 1)
  const origin = `http://127.0.0.1:${port}`
  const headers = {
    cookie,
    origin,
    'content-type': 'application/json',
    traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
  }
  const body = JSON.stringify({ file_name: 'diary-of-dana.py', content: 'print("my secret")' })
  const saved = await fetch(`${origin}/api/files`, { method: 'POST', headers, body })
  expect(saved.status).toBe(201)
  await fetch(`${origin}/nowhere/diary-of-dana`, { headers: { cookie } })
  // Leaving sends what is left.
  expect(await web.end('SIGTERM')).toBe(0)

  const request = collector.spans.find(({ name }) => name === 'POST /api/files')
  expect(request).toMatchObject({ service: 'codeshelf-web', traceId: CALLER.traceId, parentSpanId: CALLER.spanId })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } })
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId).map(({ name }) => name)
  // Before the body arrived, and after.
  for (const name of ['select sessions', 'begin', 'insert files', 'insert blobs', 'commit'])
    expect(below).toContain(name)
  expect(collector.spans.map(({ name }) => name)).toContain('GET unknown')
  const token = cookie.split('=')[1] ?? ''
  for (const secret of ['diary', 'secret', 'Person', token]) expect(collector.all()).not.toContain(secret)
}, 120_000)

test('each run of a job is a trace, and a collector that is away holds nothing up', async () => {
  await using collector = await startCollector()
  await using database = await cloneDatabase()
  const setting = { databaseUrl: database.url, port: 0 }
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await using worker = await start('worker', { ...setting, environment })
  await until('a job is traced', 60, async () => collector.spans.some(({ name }) => name === 'job event_partitions'))
  const job = collector.spans.find(({ name }) => name === 'job event_partitions')
  expect(job).toMatchObject({ service: 'codeshelf-worker' })
  expect(collector.spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true)
  expect(await worker.end('SIGTERM')).toBe(0)

  await using another = await cloneDatabase()
  await using alone = await start('worker', {
    databaseUrl: another.url,
    port: 0,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  })
  await until('jobs run', 60, async () => alone.log().includes('job_completed'))
  expect(await alone.end('SIGTERM')).toBe(0)
}, 180_000)

test('where it is off it is not even loaded: nobody imports it but lazily', () => {
  const eager = /^(?:import (?!type )[^\n]*|\}) from '(?:[^'\n]*\/tracing\.ts|@opentelemetry[^'\n]*)'/m
  const importers = globSync('src/**/*.{ts,tsx}').filter((path) => eager.test(readFileSync(path, 'utf8')))
  expect(importers).toEqual(['src/platform/tracing/tracing.ts'])
})
