import { open } from 'node:fs/promises'

/** The start of a file on our disk, which tells its format where its name does not. */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}
