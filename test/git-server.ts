import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Content = string | Buffer | { symlink: string } | { submodule: string } | { executable: string }
export type Edits = { put?: Record<string, Content>; remove?: string[]; rename?: Record<string, string> }
type CommitOptions = { message?: string; branch?: string; author?: string; at?: number; orphan?: boolean }

/** What the server does with a request instead of answering it. */
export type Behaviour = 'answer' | 'hang' | 'drip' | 'redirect' | 'ask_password' | 'forbid' | 'busy'

const GIT_ENV = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: '/' }

/** A real git server on loopback: `git http-backend` behind this process's own HTTP. */
export async function startGitServer() {
  const root = mkdtempSync(join(tmpdir(), 'codeshelf-git-'))
  /** `tokens` may push; `beforePush` runs when somebody is about to. */
  const state = {
    behaviour: 'answer' as Behaviour,
    requests: 0,
    delayMs: 0,
    tokens: new Set<string>(),
    beforePush: () => undefined as unknown,
    seen: [] as { url: string; authorization: string | undefined }[],
  }
  const server = createServer((request, response) => {
    state.requests += 1
    state.seen.push({ url: request.url ?? '', authorization: request.headers.authorization })
    const isPush = request.url?.includes('git-receive-pack') === true
    if (isPush && !mayPush(state.tokens, request))
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    if (isPush && request.method === 'POST') state.beforePush()
    setTimeout(() => answer(root, state.behaviour, request, response), state.delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    state,
    url: (name: string) => `http://127.0.0.1:${port}/${name}`,
    create: (name: string) => createOrigin(join(root, `${name}.git`)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type GitServer = Awaited<ReturnType<typeof startGitServer>>

/** A repository on the server; commits are made without a working folder, so any name can be in them. */
function createOrigin(dir: string) {
  const git = (...args: string[]) =>
    execFileSync('git', [`--git-dir=${dir}`, ...args], { env: GIT_ENV, encoding: 'utf8' }).trim()
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', dir], { env: GIT_ENV })
  let clock = 1_700_000_000
  return {
    dir,
    git,
    head: (branch = 'main') => git('rev-parse', `refs/heads/${branch}`),
    /** One commit; of many, give them to `commits`, which is a hundred times quicker. */
    commit(edits: Edits, options: CommitOptions = {}): string {
      this.commits([{ edits, options }])
      return git('rev-parse', `refs/heads/${options.branch ?? 'main'}`)
    },
    commits(list: readonly { edits: Edits; options?: CommitOptions }[]): void {
      const parts = list.flatMap(({ edits, options = {} }) => {
        clock += 60
        return script(edits, { at: clock, ...options })
      })
      // `from` is needed for the first commit of each stream only: git knows the others.
      const known = new Set(git('for-each-ref', '--format=%(refname)').split('\n'))
      const input = Buffer.concat(withParents(parts, known))
      execFileSync('git', [`--git-dir=${dir}`, 'fast-import', '--quiet', '--force'], { env: GIT_ENV, input })
    },
  }
}

type Part = { ref: string; orphan: boolean; head: Buffer; body: Buffer }

function withParents(parts: readonly Part[], known: Set<string>): Buffer[] {
  const seen = new Set<string>()
  return parts.flatMap(({ ref, orphan, head, body }) => {
    const from = !orphan && !seen.has(ref) && known.has(ref) ? Buffer.from(`from ${ref}^0\n`) : Buffer.alloc(0)
    seen.add(ref)
    return [head, from, orphan ? Buffer.from('deleteall\n') : Buffer.alloc(0), body]
  })
}

function script(edits: Edits, options: CommitOptions & { at: number }): Part {
  const { message = 'change', branch = 'main', author = 'Noa', at, orphan = false } = options
  const ref = `refs/heads/${branch}`
  const text = Buffer.from(message)
  const head = Buffer.concat([
    Buffer.from(`${orphan ? `reset ${ref}\n` : ''}commit ${ref}\ncommitter ${author} <a@b.test> ${at} +0000\n`),
    Buffer.from(`data ${text.length}\n`),
    text,
    Buffer.from('\n'),
  ])
  const body = Buffer.concat([
    ...Object.entries(edits.rename ?? {}).map(([from, to]) => Buffer.from(`R ${quoted(from)} ${quoted(to)}\n`)),
    ...(edits.remove ?? []).map((path) => Buffer.from(`D ${quoted(path)}\n`)),
    ...Object.entries(edits.put ?? {}).map(([path, content]) => put(path, content)),
    Buffer.from('\n'),
  ])
  return { ref, orphan, head, body }
}

function put(path: string, content: Content): Buffer {
  if (typeof content === 'object' && 'submodule' in content)
    return Buffer.from(`M 160000 ${content.submodule} ${quoted(path)}\n`)
  const [mode, bytes] = modeOf(content)
  return Buffer.concat([
    Buffer.from(`M ${mode} inline ${quoted(path)}\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from('\n'),
  ])
}

function modeOf(content: Exclude<Content, { submodule: string }>): [string, Buffer] {
  if (typeof content === 'string') return ['100644', Buffer.from(content)]
  if (Buffer.isBuffer(content)) return ['100644', content]
  return 'symlink' in content ? ['120000', Buffer.from(content.symlink)] : ['100755', Buffer.from(content.executable)]
}

/** `\xE9` in a name is that very byte. */
function quoted(path: string): string {
  const bytes = Buffer.from(path.replaceAll(/\\x([0-9A-F]{2})/g, '\u0000$1'))
  let out = ''
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0) {
      out += `\\${Number.parseInt(bytes.toString('latin1', i + 1, i + 3), 16)
        .toString(8)
        .padStart(3, '0')}`
      i += 2
    } else if (byte === 34 || byte === 92 || byte < 32 || byte > 126) out += `\\${byte.toString(8).padStart(3, '0')}`
    else out += String.fromCharCode(byte)
  }
  return `"${out}"`
}

function answer(root: string, behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  switch (behaviour) {
    case 'hang':
      return
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      const timer = setInterval(() => response.write('0'), 200)
      response.on('close', () => clearInterval(timer))
      return
    }
    case 'redirect':
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
      return
    case 'ask_password':
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    case 'forbid':
      response.writeHead(403).end()
      return
    case 'busy':
      response.writeHead(429, { 'retry-after': '60' }).end()
      return
    case 'answer':
      backend(root, request, response)
  }
}

/** The password of basic authentication is the token, whatever the user is called. */
function mayPush(tokens: ReadonlySet<string>, { headers: { authorization = '' } }: IncomingMessage): boolean {
  const [, token = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString('utf8')
    .split(':')
  return tokens.has(token)
}

/** The CGI that comes with git. It takes a push from whoever has a name; who may was asked before. */
function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const env = {
    ...GIT_ENV,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: path.replace(/^(\/[^/]+\/[^/]+?)(\.git)?\//, '$1.git/'),
    QUERY_STRING: query,
    REQUEST_METHOD: request.method,
    REMOTE_USER: request.url?.includes('git-receive-pack') ? 'pusher' : '',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  }
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const lines = head.subarray(0, end).toString('latin1').split('\r\n')
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    const status = headers.find(([name]) => name === 'Status')?.[1]
    response.writeHead(Number(status?.slice(0, 3) ?? 200), Object.fromEntries(headers) as Record<string, string>)
    response.write(head.subarray(end + 4))
  })
  child.on('close', () => response.end())
  response.on('close', () => child.kill())
}
