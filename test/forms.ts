import type { TransferReply } from '#features/transfer/schema/reply.ts'
import { ORIGIN, type TestUser } from './app.ts'

export type Sent = { name: string; content: string | Uint8Array<ArrayBuffer> }

/** Files as a browser's form sends them. */
export async function sendForm<const Url extends string>(
  user: Pick<TestUser, 'raw'>,
  url: Url,
  files: readonly Sent[],
  headers = {},
) {
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

/** The ids of the files that an upload or import saved or found unchanged, in the order of its results. */
export function savedIds({ results }: TransferReply): string[] {
  return results.flatMap((result) => (result.ok ? [result.file_id] : []))
}

export function failures({ results }: TransferReply) {
  return results.filter((result) => !result.ok)
}
