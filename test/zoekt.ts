import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#platform/free-port.ts'

/** The folder of `zoekt-git-index` and `zoekt-webserver`, which `ZOEKT_BIN` names. Null where there is none. */
export function findZoekt(): string | null {
  const given = process.env['ZOEKT_BIN'] ?? ''
  if (given !== '') return given
  process.stderr.write(
    'NO ZOEKT: THE CODE INDEX IS NOT TESTED. Set ZOEKT_BIN to the folder of zoekt-git-index and zoekt-webserver.\n',
  )
  return null
}

/** The real server on loopback. Without a folder for its index it has one of its own, which is deleted at the end. */
export async function startZoekt(bin: string, kept?: string) {
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'codeshelf-index-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['-index', dir, '-listen', `127.0.0.1:${port}`, '-rpc', '-html=false']
  const start = () => spawn(join(bin, 'zoekt-webserver'), args, { stdio: 'ignore' })
  let server = start()
  const ready = async () => {
    for (let i = 0; i < 200; i++) {
      const isReady = await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      await wait(50)
    }
    throw new Error('zoekt-webserver does not start')
  }
  await ready()
  return {
    dir,
    url,
    program: join(bin, 'zoekt-git-index'),
    stop: () => void server.kill('SIGKILL'),
    /** Stands still, with its connections open. */
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async restart() {
      server = start()
      await ready()
    },
    /** What the server answers to a query without any scope. */
    async ask(Q: string): Promise<unknown> {
      const response = await fetch(`${url}/api/search`, { method: 'POST', body: JSON.stringify({ Q }) })
      return response.json()
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      if (kept === undefined) await rm(dir, { recursive: true, force: true })
    },
  }
}
