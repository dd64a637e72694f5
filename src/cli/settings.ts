import { join } from 'node:path'
import { z } from 'zod'
import { Complaint, type Io } from './io.ts'

const Settings = z.object({ url: z.url(), token: z.string().startsWith('csk_') })
export type Settings = z.output<typeof Settings>

function pathOf({ env }: Io): string {
  const home = env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? '.', '.config')
  return join(home, 'codeshelf', 'cli.json')
}

/** The environment wins over the file: CODESHELF_URL and CODESHELF_TOKEN, for scripts. */
export async function readSettings(io: Io): Promise<Settings> {
  const { CODESHELF_URL: url, CODESHELF_TOKEN: token } = io.env
  const kept = url !== undefined && token !== undefined ? {} : await readKept(io)
  const parsed = Settings.safeParse({
    ...kept,
    ...(url !== undefined && { url }),
    ...(token !== undefined && { token }),
  })
  if (!parsed.success)
    throw new Complaint('Not signed in. Make a token on /settings and run: codeshelf-cli login --url URL')
  return parsed.data
}

async function readKept(io: Io): Promise<object> {
  try {
    return Settings.parse(JSON.parse(await io.readFile(pathOf(io))))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Complaint(`${pathOf(io)} cannot be read; log in again or remove it.`)
  }
}

export async function writeSettings(io: Io, settings: Settings): Promise<string> {
  await io.writeFile(pathOf(io), `${JSON.stringify(settings, null, 2)}\n`, true)
  return pathOf(io)
}
