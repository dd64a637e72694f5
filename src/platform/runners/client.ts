import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type JsonBudget, parseJsonWithin } from '#base/json-budget.ts'
import { RunEvent, type RunJob, RunnerHealth } from './protocol.ts'

export type RunnerAddress = { address: string; secret: string }

const HEALTH_MS = 1_500
/** Deadline for the response to begin; after that the run has its own limit. */
const CONNECT_MS = 5_000
/** The longest wait in the queue of a runner, and the time that starting and ending a sandbox takes. */
const MARGIN_MS = 60_000
/** JSON may need six characters for a byte of output. */
const CHARS_PER_BYTE = 6
const EVENT_CHARS = 1_000
/** The last event has the most values. */
const EVENT_BUDGET: JsonBudget = { values: 100, depth: 4 }
/** The output that a runner may send, one byte in each event. */
const MAX_RUN_CHARS = 16 * 1024 * 1024
const MAX_HEALTH_CHARS = 10_000

export async function fetchHealth(runner: RunnerAddress): Promise<RunnerHealth | null> {
  try {
    const response = await send(runner, 'GET', '/health', '', AbortSignal.timeout(HEALTH_MS))
    let text = ''
    for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
      text += piece
      if (text.length > MAX_HEALTH_CHARS) return null
    }
    return RunnerHealth.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The run did not begin: another runner may be tried. */
export class RunNotStarted extends Error {
  readonly isBusy: boolean
  constructor(isBusy: boolean) {
    super(isBusy ? 'busy' : 'not reached')
    this.isBusy = isBusy
  }
}

/**
 * Streams the events of a run. Leaving the loop, or `signal`, ends the run. The runner executes programs of strangers, so it is not trusted: an
 * answer that is too long or too late is an error, and nothing of it is kept in memory beyond one line.
 */
export async function* runOn(runner: RunnerAddress, job: RunJob, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const deadline = AbortSignal.timeout(job.timeoutMs + MARGIN_MS)
  const response = await begin(runner, job, AbortSignal.any([signal, deadline]))
  const maxLine = CHARS_PER_BYTE * job.outputBytes + EVENT_CHARS
  let line = ''
  let received = 0
  // The network may split a character in two; the decoder waits for its other half.
  response.setEncoding('utf8')
  try {
    for await (const piece of response as AsyncIterable<string>) {
      received += piece.length
      const lines = (line + piece).split('\n')
      line = lines.pop() ?? ''
      if (line.length > maxLine || received > MAX_RUN_CHARS)
        throw new Error('the runner sends more than a run can print')
      for (const each of lines) yield RunEvent.parse(parseJsonWithin(each, EVENT_BUDGET))
    }
  } finally {
    response.destroy()
  }
}

async function begin(runner: RunnerAddress, job: RunJob, signal: AbortSignal): Promise<IncomingMessage> {
  const response = await send(runner, 'POST', '/run', JSON.stringify(job), signal, CONNECT_MS).catch(() => null)
  if (response?.statusCode === 200) return response
  response?.resume()
  throw new RunNotStarted(response?.statusCode === 503)
}

function send(
  { address, secret }: RunnerAddress,
  method: string,
  path: string,
  body: string,
  signal: AbortSignal,
  timeout?: number,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    ...connectOptions(address),
    method,
    path,
    signal,
    headers: { authorization: `Bearer ${secret}`, 'content-length': Buffer.byteLength(body) },
  }
  return new Promise((resolve, reject) => {
    const request = (address.startsWith('https:') ? httpsRequest : httpRequest)(options, (response) => {
      clearTimeout(timer)
      resolve(response)
    })
    const timer = timeout && setTimeout(() => request.destroy(new Error('no answer')), timeout)
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(body)
  })
}

function connectOptions(address: string): RequestOptions {
  if (address.startsWith('unix:')) return { socketPath: address.slice('unix:'.length) }
  const { hostname, port } = new URL(address)
  return { hostname, ...(port !== '' && { port }) }
}
