import type { ServerResponse } from 'node:http'

/** Answers with the same bytes again and again until the client leaves. */
export function endless(response: ServerResponse, chunk: string | Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk)) continue
  }
  response.on('drain', write)
  write()
}
