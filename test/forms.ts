import { ORIGIN, type TestUser } from './app.ts'

export type Sent = { name: string; content: string | Uint8Array<ArrayBuffer> }

/** Files as a browser's form sends them. */
export async function sendForm(user: Pick<TestUser, 'raw'>, url: string, files: readonly Sent[], headers = {}) {
  const form = new FormData()
  for (const { name, content } of files) form.append('file', new Blob([content]), name)
  const response = new Response(form)
  return user.raw({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, 'content-type': response.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await response.arrayBuffer()),
  })
}
