import { z } from 'zod'
import { connect } from '../api.ts'
import { print, type Run } from '../command.ts'
import { readText, usageError } from '../io.ts'
import { checkToken, checkUrl, writeSettings } from '../settings.ts'

export const login: Run = async (io, _args, options) => {
  const given = options.url ?? io.env['CODESHELF_URL']
  if (given === undefined) throw usageError('usage: codeshelf-cli login --url URL [--token csk_…]')
  const url = checkUrl(given)
  const token = checkToken((options.token ?? (await readText(io, '-'))).trim())
  await connect({ url, token }, io).get('/api/stats', z.object({ total_files: z.number() }))
  const path = await writeSettings(io, { url, token })
  print(io, options, { ok: true, url }, `Signed in to ${url}. Saved in ${path}.\n`)
}
