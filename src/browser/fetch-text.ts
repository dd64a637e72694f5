import { emitSignedOut } from './signed-out.ts'

/** For JSON that our own server sent inside another text. */
export function parseOwnJson<T>(json: string): T {
  return JSON.parse(json) as T
}

/** Fetches a text of ours as it is stored: `Response.text()` would drop a byte order mark. */
export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path, { headers: { accept: 'text/plain' } })
  if (response.status === 401) emitSignedOut()
  if (!response.ok || response.redirected) throw new Error(`${path} was answered with ${response.status}`)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}
