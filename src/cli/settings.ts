import { join } from 'node:path'
import { z } from 'zod'
import { Complaint, fileCall, type Io } from './io.ts'

const Settings = z.object({ url: z.string(), token: z.string() })
export type Settings = z.output<typeof Settings>

const NOT_SIGNED_IN = 'Not signed in. Create a token on /settings/tokens and run: codeshelf-cli login --url URL'

/** The environment wins over the file: CODESHELF_URL and CODESHELF_TOKEN, for scripts. */
export async function readSettings(io: Io): Promise<Settings> {
  const { CODESHELF_URL: url, CODESHELF_TOKEN: token } = io.env
  const stored = url !== undefined && token !== undefined ? null : await readStored(io)
  const [usedUrl, usedToken] = [url ?? stored?.url, token ?? stored?.token]
  if (usedUrl === undefined || usedToken === undefined) throw new Complaint(NOT_SIGNED_IN)
  return { url: checkUrl(usedUrl), token: checkToken(usedToken) }
}

/** Only the origin is kept: every request has an absolute path. */
export function checkUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.origin
  throw new Complaint(`"${url}" is not an address; it starts with https:// or http://`)
}

export function checkToken(token: string): string {
  if (/^csk_[\w-]+$/.test(token)) return token
  throw new Complaint('That is not a token: it starts with csk_.')
}

export async function writeSettings(io: Io, settings: Settings): Promise<string> {
  const path = pathOf(io)
  await fileCall(path, io.writeSecret(path, `${JSON.stringify(settings, null, 2)}\n`))
  return path
}

function pathOf({ env }: Io): string {
  const { XDG_CONFIG_HOME: config, HOME: home } = env
  if (config) return join(config, 'codeshelf', 'cli.json')
  if (home) return join(home, '.config', 'codeshelf', 'cli.json')
  throw new Complaint('HOME is not set. Set it, or set CODESHELF_URL and CODESHELF_TOKEN instead.')
}

async function readStored(io: Io): Promise<Settings | null> {
  const path = pathOf(io)
  const reading = io.readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  const bytes = await fileCall(path, reading)
  if (bytes === null) return null
  try {
    return Settings.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw new Complaint(`${path}: not a settings file. Log in again, or remove it.`)
  }
}
