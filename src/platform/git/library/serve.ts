import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Duplex, PassThrough, pipeline, type Readable } from 'node:stream'
import { GitFailure, type GitProcess, startGit } from '../process.ts'

export type GitService = 'git-upload-pack' | 'git-receive-pack'

const SERVE_SECONDS = 600
/** Counting and compressing the objects of a clone; measured in bench/README.md. */
const SERVE_MEMORY_MB = 512

/** The largest honest push needs ten. A pack of 600 kB can hold deltas that produce 300 GB. */
const RECEIVE_CPU_SECONDS = 20

/** A request body: streamed to git, never whole in memory. */
export type GitBody = Readable

type Ask = { dir: string; protocol: string | null; signal: AbortSignal }

/** The output of git, which ends when its reader stops. */
function outputOf({ stdout, stop }: GitProcess, preamble = ''): Readable {
  const output = new PassThrough()
  if (preamble !== '') output.write(preamble)
  pipeline(stdout, output, () => stop('stopped'))
  return output
}

/** The first answer to a client: what the repository has and what the server can do. */
export function advertise(service: GitService, { dir, protocol, signal }: Ask): Readable {
  const isVersion2 = service === 'git-upload-pack' && protocol?.split(':').includes('version=2') === true
  const git = startGit({
    args: [service.slice('git-'.length), '--stateless-rpc', '--http-backend-info-refs', dir],
    seconds: SERVE_SECONDS,
    memoryMb: SERVE_MEMORY_MB,
    environment: protocolOf(isVersion2 ? protocol : null),
    signal,
  })
  return outputOf(git, isVersion2 ? '' : `${packetLine(`# service=${service}\n`)}0000`)
}

/** Git's framing: four hex digits with the length, their own included. */
function packetLine(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
}

/** Answers one request of a clone or a fetch. Resolves with the first bytes, which come after git has read the whole request. */
export async function uploadPack({ dir, protocol, signal }: Ask, input: GitBody): Promise<Readable> {
  const git = startGit({
    args: ['upload-pack', '--stateless-rpc', '--strict', dir],
    seconds: SERVE_SECONDS,
    memoryMb: SERVE_MEMORY_MB,
    environment: protocolOf(protocol),
    input,
    signal,
  })
  const output = outputOf(git)
  await Promise.race([once(output, 'readable'), once(output, 'close')])
  return output
}

function protocolOf(protocol: string | null): Record<string, string> {
  return protocol !== null && /^[\w=.:-]{1,100}$/.test(protocol) ? { GIT_PROTOCOL: protocol } : {}
}

/** What the client wants to change, and where git keeps the new objects until the push is accepted. */
export type PushAsk = { quarantine: string; updates: RefUpdate[] }
export type RefUpdate = { from: string; to: string; ref: string }

/** `lines` are shown by git, each after `remote: `. */
export type PushVerdict = { isAccepted: boolean; lines: readonly string[] }

type Decide = (ask: PushAsk, isGone: () => boolean) => Promise<PushVerdict>

/** Git's report of a push: a line for the branch, and what the hook says. */
const MAX_REPORT_BYTES = 1_000_000

/**
 * Receives a push and returns git's report. Git checks every object, then asks `decide`; it moves the objects and the branch only
 * after `accept`. `decide` is not called when git itself refuses. The report is held back until git has ended, so that the
 * caller can withhold it.
 */
export async function receivePack(
  { dir, protocol, signal }: Ask,
  input: GitBody,
  maxBytes: number,
  decide: Decide,
): Promise<Buffer> {
  let deciding: Promise<void> = Promise.resolve()
  const { stdout, ended, stop, isRunning } = startGit({
    args: ['receive-pack', '--stateless-rpc', dir],
    seconds: SERVE_SECONDS,
    cpuSeconds: RECEIVE_CPU_SECONDS,
    niceness: 5,
    memoryMb: SERVE_MEMORY_MB,
    environment: protocolOf(protocol),
    config: { ...RECEIVE, 'core.hooksPath': `${dir}/hooks`, 'receive.maxInputSize': String(maxBytes) },
    input,
    signal,
    channel: (socket) => {
      // The hook may outlive git, and would then take the answer for nobody.
      deciding = answerHook(socket, (ask, isGone) => decide(ask, () => isGone() || !isRunning()))
    },
  })
  const report: Buffer[] = []
  let size = 0
  stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_REPORT_BYTES) stop('too_large')
    else report.push(chunk)
  })
  const { trouble, stderr } = await ended
  await deciding
  if (trouble !== null && (trouble !== 'failed' || size === 0)) throw new GitFailure(trouble, stderr)
  return Buffer.concat(report)
}

const RECEIVE = {
  'receive.fsckObjects': 'true',
  'receive.unpackLimit': '1',
  'receive.autogc': 'false',
  'receive.denyDeletes': 'true',
  'receive.denyNonFastForwards': 'true',
  'receive.advertisePushOptions': 'false',
}

const UPDATE = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/
const MAX_ASK_LINES = 1_000

/** The lines of a hook up to its `end`; none when git was killed meanwhile, which its exit reports. */
async function readAsk(socket: Duplex): Promise<string[]> {
  const lines: string[] = []
  // The reader repeats errors of its socket, also after the loop: without a listener one would end this process.
  const reader = createInterface({ input: socket }).on('error', () => undefined)
  try {
    for await (const line of reader) {
      if (line === 'end' || lines.length > MAX_ASK_LINES) break
      lines.push(line)
    }
    return lines
  } catch {
    return []
  }
}

export async function answerHook(socket: Duplex, decide: Decide): Promise<void> {
  // Git may be killed at any time.
  socket.on('error', () => undefined)
  const lines = await readAsk(socket)
  // Nothing more comes, but only a socket that is read notices that the other side is gone.
  socket.resume()
  const [quarantine, ...updates] = lines
  if (quarantine === undefined) return
  const ask = {
    quarantine,
    updates: updates.flatMap((line) => {
      const [, from = '', to = '', ref = ''] = UPDATE.exec(line) ?? []
      return ref === '' ? [] : [{ from, to, ref }]
    }),
  }
  const { isAccepted, lines: words } = await decide(ask, () => socket.destroyed || socket.readableEnded)
  const said = words.flatMap((text) => text.split('\n')).map((line) => `say ${line}\n`)
  socket.end(`${said.join('')}${isAccepted ? 'accept' : 'refuse'}\n`)
}
