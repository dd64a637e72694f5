import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { endless } from './endless.ts'
import { object, packHead, packOf } from './git-packs.ts'

const COMMIT = 'c0ffee'.padEnd(40, '0')
const OFFSETS = 'side-band-64k ofs-delta symref=HEAD:refs/heads/main agent=hostile/1'
const BAND_BYTES = 65_000
const MAX_UNSENT = 1_000_000

/** What the server sends for the list of refs and for a fetch, instead of what git would. */
export type Misbehaviour = {
  refs?: (response: ServerResponse) => void
  fetch?: (response: ServerResponse) => void
}

/** Speaks the first version of git's protocol over HTTP by hand, so that it can lie in it. */
export async function startHostileGitServer(misbehaviour: Misbehaviour) {
  const server = createServer((request, response) => {
    request.resume()
    const isFetch = request.method === 'POST'
    const kind = isFetch ? 'result' : 'advertisement'
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`)
    if (isFetch) (misbehaviour.fetch ?? sendPack(packOf([])))(response)
    else (misbehaviour.refs ?? sendRefs)(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/noa/hostile`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function packet(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

const FLUSH = Buffer.from('0000')
const HEAD = Buffer.concat([packet('# service=git-upload-pack\n'), FLUSH, packet(`${COMMIT} HEAD\0${OFFSETS}\n`)])

function sendRefs(response: ServerResponse): void {
  response.end(Buffer.concat([HEAD, packet(`${COMMIT} refs/heads/main\n`), FLUSH]))
}

/** Refs without end, each with another name. */
export function endlessRefs(response: ServerResponse): void {
  response.write(HEAD)
  let count = 0
  // Not whenever the socket has room: that would be always, and this thread has timers to keep.
  const sending = setInterval(() => {
    const refs = Array.from({ length: 500 }, () => packet(`${COMMIT} refs/heads/${'n'.repeat(200)}${(count += 1)}\n`))
    if (response.writableLength < MAX_UNSENT) response.write(Buffer.concat(refs))
  }, 1)
  response.on('close', () => clearInterval(sending))
}

/** `1` carries the pack, `2` progress for people. */
function band(number: 1 | 2, bytes: Buffer): Buffer {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += BAND_BYTES)
    packets.push(packet(Buffer.concat([Buffer.from([number]), bytes.subarray(at, at + BAND_BYTES)])))
  return Buffer.concat(packets)
}

export function sendPack(pack: Buffer): (response: ServerResponse) => void {
  return (response) => void response.end(Buffer.concat([packet('NAK\n'), band(1, pack), FLUSH]))
}

export function endlessProgress(response: ServerResponse): void {
  response.write(packet('NAK\n'))
  endless(response, band(2, Buffer.from('remote: Counting objects: 1%\r'.repeat(2_000))))
}

/** A pack that announces this many objects and goes on sending files of noise. */
export function endlessPack(announced: number): (response: ServerResponse) => void {
  return (response) => {
    response.write(Buffer.concat([packet('NAK\n'), band(1, packHead(announced))]))
    endless(response, band(1, object(3, randomBytes(60_000))))
  }
}
