import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { INSTALLATION_HEADER } from './port-owner.ts'
import { listenOnSocket } from './unix-socket.ts'

const open: Server[] = []
let socket = ''
beforeEach(async () => {
  socket = join(await mkdtemp(join(tmpdir(), 'socket-')), 'web.sock')
})
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A web process that answers with its name and the address of its client. */
async function serve(installation: string, name = installation): Promise<Server> {
  const server = createServer(({ socket: { remoteAddress } }, response) =>
    response.writeHead(200, { [INSTALLATION_HEADER]: installation }).end(`${name} ${remoteAddress}`),
  )
  open.push(server)
  const listen = ({ path }: { path: string }) => new Promise<void>((resolve) => server.listen(path, resolve))
  await listenOnSocket({ socket, installation }, { server, listen })
  return server
}

function ask(): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socket, path: '/' }, async (response) => resolve(await text(response)))
    asked.on('error', reject).end()
  })
}

async function text(parts: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks).toString()
}

test('a socket is open to its group only, and its clients are on this machine', async () => {
  await serve('a')
  expect(await ask()).toBe('a 127.0.0.1')
  expect((await stat(socket)).mode & 0o777).toBe(0o660)
  expect(await readdir(join(socket, '..'))).toEqual(['web.sock'])
})

test('a new process of the installation takes over while the old one still runs', async () => {
  await serve('a', 'old')
  await serve('a', 'new')
  expect(await ask()).toBe('new 127.0.0.1')
})

test('the socket of another installation, another program and another file are refused', async () => {
  await serve('a')
  await expect(serve('b')).rejects.toThrow('is used by another program')
  expect(await ask()).toBe('a 127.0.0.1')
  socket = `${socket}.txt`
  await writeFile(socket, 'mine')
  await expect(serve('a')).rejects.toThrow('is used by another program')
})

test('a socket that a killed process left is taken over', async () => {
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', program, socket]), 'exit')
  expect((await stat(socket)).isSocket()).toBe(true)
  await serve('a')
  expect(await ask()).toBe('a 127.0.0.1')
})
