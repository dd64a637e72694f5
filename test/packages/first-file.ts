import { setTimeout } from 'node:timers/promises'

/**
 * `node first-file.ts <set-up link>`: what a person does after the installation, by the same requests as the browser: opens the link, creates
 * the owner with a password, saves a file and reads it back. Prints the content.
 */
const link = new URL(process.argv[2] ?? '')
const origin = link.origin
const CONTENT = "print('שלום')\n"

const form = new URLSearchParams({ first_name: 'Noa', sign_in_name: 'noa', password: 'correct horse battery staple' })
await untilReady()
await get(link.pathname)
const joined = await fetch(link, { method: 'POST', body: form, headers: { origin }, redirect: 'manual' })
if (joined.status !== 303) throw new Error(`${joined.status} ${await joined.text()}`)
const cookie = joined.headers
  .getSetCookie()
  .map((line) => line.split(';')[0])
  .join('; ')

const saved = await fetch(`${origin}/api/files`, {
  method: 'POST',
  headers: { origin, cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ file_name: 'first.py', content: CONTENT }),
})
if (!saved.ok) throw new Error(`${saved.status} ${await saved.text()}`)
await get('/files', { cookie })
const raw = await get('/api/files', { cookie })
process.stdout.write(`${JSON.stringify(await raw.json())}\n`)

/** A service that was started a moment ago does not listen yet. */
async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(200)
  }
  throw new Error(`${origin} does not answer`)
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(new URL(path, origin), { headers })
  if (!response.ok) throw new Error(`${response.status} ${path}`)
  return response
}
