import type { ServerResponse } from 'node:http'

/** Answers with the same bytes again and again until the client leaves. */
export function endless(response: ServerResponse, chunk: string | Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk)) continue
  }
  response.on('drain', write)
  write()
}

/** Memory of this thread alone: other test files run in the same process. */
export function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
