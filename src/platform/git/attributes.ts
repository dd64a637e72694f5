import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `*`, `?`, `[` and `\` are patterns in this file, and a leading `!` is not allowed. */
const PATTERN = /[*?[\]\\!]/

/**
 * A line of a gitattributes file that marks this path as binary, so that git does not read it. The path is bytes; it is written as
 * a quoted string, where a backslash and a quote are escaped once more.
 */
function binaryLine(path: Buffer): Buffer {
  const parts: (string | Buffer)[] = ['"/']
  for (const byte of path) {
    const char = String.fromCharCode(byte)
    if (PATTERN.test(char)) parts.push(char === '\\' ? String.raw`\\\\` : String.raw`\\${char}`)
    else if (char === '"') parts.push(String.raw`\"`)
    else if (byte < 0x20 || byte === 0x7f) parts.push(`\\${byte.toString(8).padStart(3, '0')}`)
    else parts.push(Buffer.from([byte]))
  }
  return Buffer.concat([...parts, '" -diff\n'].map((part) => Buffer.from(part)))
}

/** A temporary file of such lines. */
export async function attributesFile(
  dir: string,
  paths: readonly Buffer[],
): Promise<AsyncDisposable & { path: string }> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dir, 'grep-'))
  const path = join(folder, 'attributes')
  await writeFile(path, Buffer.concat(paths.map(binaryLine)), { mode: 0o600 })
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
