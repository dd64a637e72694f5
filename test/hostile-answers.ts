import type { ServerResponse } from 'node:http'
import { type Answer, sendJson } from './hostile-oidc.ts'

/** Ways in which an endpoint misbehaves below the protocol, and the reason by which each is refused. */
export const MISBEHAVIOURS = [
  { title: 'HTML', reason: 'not_json', answer: send(200, 'text/html', '<!doctype html><title>Sign in</title>') },
  {
    title: 'HTML that claims to be JSON',
    reason: 'malformed',
    answer: send(200, 'application/json', '<!doctype html>'),
  },
  { title: 'an empty body', reason: 'not_json', answer: send(200, 'text/plain', '') },
  { title: 'a JSON array', reason: 'malformed', answer: sendJson(200, ['a', 'b']) },
  { title: 'JSON null', reason: 'malformed', answer: sendJson(200, null) },
  { title: 'an empty object', reason: 'malformed', answer: sendJson(200, {}) },
  { title: 'status 204', reason: 'provider_error', answer: send(204, 'application/json', '') },
  { title: 'status 500', reason: 'provider_error', answer: sendJson(500, { error: 'server_error' }) },
  { title: 'status 999', reason: 'provider_error', answer: sendJson(999, {}) },
  { title: 'a redirect to itself', reason: 'redirected', answer: redirect((url) => url) },
  { title: 'a redirect to cloud metadata', reason: 'redirected', answer: redirect(() => 'http://169.254.169.254/') },
  { title: 'a body of 1 GiB', reason: 'too_large', answer: sendGibibyte },
  { title: 'an endless header', reason: 'unreachable', answer: sendEndlessHeader },
  {
    title: 'a switch of protocols',
    reason: 'unreachable',
    answer: raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  },
  { title: 'the greeting of a mail server', reason: 'unreachable', answer: raw('220 mail.example.org ESMTP\r\n') },
  { title: 'a reset', reason: 'unreachable', answer: (response) => void response.socket?.resetAndDestroy() },
  { title: 'half of a body, then a reset', reason: 'unreachable', answer: halfOf((r) => r.socket?.resetAndDestroy()) },
  { title: 'half of a body, then the end', reason: 'unreachable', answer: halfOf((r) => r.socket?.end()) },
  { title: 'half of a body, then silence', reason: 'slow', answer: halfOf(() => {}) },
  { title: 'silence', reason: 'slow', answer: () => {} },
  { title: 'one byte every 20 ms', reason: 'slow', answer: drip },
] as const satisfies readonly { title: string; reason: string; answer: Answer }[]

function send(status: number, type: string, body: string): Answer {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body)
}

function raw(bytes: string): Answer {
  return (response) => void response.socket?.write(bytes)
}

function redirect(target: (url: string) => string): Answer {
  return (response, request) => void response.writeHead(307, { location: target(request.url ?? '') }).end()
}

function halfOf(then: (response: ServerResponse) => void): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{"issuer": ', () => setTimeout(then, 20, response))
  }
}

/** Waits for the client to read, so that the bytes which the server wrote are those which the client was willing to take. */
function sendGibibyte(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let left = 2 ** 30 / chunk.length
  const write = () => {
    while (left-- > 0) if (!response.write(chunk)) return
    response.end()
  }
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', write)
  write()
}

function sendEndlessHeader(response: ServerResponse): void {
  response.socket?.write('HTTP/1.1 200 OK\r\n')
  repeat(response, () => response.socket?.write(`x-more: ${'x'.repeat(4096)}\r\n`))
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  repeat(response, () => response.write(' '))
}

function repeat(response: ServerResponse, write: () => void): void {
  const timer = setInterval(write, 20)
  response.on('close', () => clearInterval(timer))
}
