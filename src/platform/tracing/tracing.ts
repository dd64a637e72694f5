import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider, type TracerProviderOptions } from '@opentelemetry/sdk-trace'
import { describeStatement } from './statement.ts'

/**
 * Traces for a collector that speaks OTLP. Imported only where OTEL_EXPORTER_OTLP_ENDPOINT is set; other processes import only
 * its types. A span holds route patterns, statements without their values and names of jobs: no personal data.
 */
export type Tracing = {
  request: (method: string, route: string, traceparent: string | undefined) => RequestSpan
  /** Call it when the statement begins, and the returned function when it ends. */
  statement: (sql: string) => (error: unknown) => void
  job: (id: string, run: () => Promise<void>) => Promise<void>
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

export type RequestSpan = {
  /** Spans that begin in here belong to the request. */
  run: (begin: () => void) => void
  end: (status: number) => void
}

type Options = { url: string; process: string; log: { warn: (line: string) => void } }

/** How long shutdown may wait for a collector that does not answer. */
const GOODBYE_MS = 3_000

export function openTracing({ url, process, log }: Options): Tracing {
  const quiet = () => {}
  const warn = (line: string) => log.warn(`tracing: ${line}`)
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN)
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces`, timeoutMillis: GOODBYE_MS })
  const provider = new TracerProvider({
    resource: resourceOf(`codeshelf-${process}`),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000 })],
  })
  const tracer = provider.getTracer('codeshelf')
  const current = new AsyncLocalStorage<Span>()
  return {
    request: (method, route, traceparent) => requestSpan(tracer, current, { method, route, traceparent }),
    statement: (sql) => statementSpan(tracer, current.getStore(), sql),
    job: (id, run) => jobSpan(tracer, current, id, run),
    close: () => provider.shutdown().catch((error: unknown) => warn(String(error))),
  }
}

/** Written by hand, because the package for it would be a fourth dependency; the SDK reads only these fields. */
function resourceOf(name: string): NonNullable<TracerProviderOptions['resource']> {
  const attributes = { 'service.name': name }
  return {
    attributes,
    asyncAttributesPending: false,
    merge: (other) => other ?? resourceOf(name),
    getRawAttributes: () => [],
  }
}

type Current = AsyncLocalStorage<Span>
type Asked = { method: string; route: string; traceparent: string | undefined }

function requestSpan(tracer: Tracer, current: Current, { method, route, traceparent }: Asked): RequestSpan {
  const attributes = { 'http.request.method': method, 'http.route': route }
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, callerOf(traceparent))
  return {
    run: (begin) => current.run(span, begin),
    end: (status) => {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** https://www.w3.org/TR/trace-context: a malformed header begins a new trace. */
function callerOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

function under(parent: Span | undefined): Context {
  return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function statementSpan(tracer: Tracer, parent: Span | undefined, sql: string): (error: unknown) => void {
  // A statement outside any request or job, such as flushing events, would be a trace of one span each time.
  if (!parent) return () => {}
  const { name, summary } = describeStatement(sql)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, under(parent))
  return (error) => {
    if (error) failed(span, error)
    span.end()
  }
}

async function jobSpan(tracer: Tracer, current: Current, id: string, run: () => Promise<void>): Promise<void> {
  const span = tracer.startSpan(`job ${id}`, { attributes: { 'codeshelf.job': id } }, ROOT_CONTEXT)
  try {
    await current.run(span, run)
  } catch (error) {
    failed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The kind of error; a message may quote user data. */
function failed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  span.setAttribute('error.type', code || (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
