import { z } from 'zod'
import { onlyArgument, openApi, print, type Run } from '../command.ts'
import { findFile } from '../find-file.ts'
import { fileCall, usageError } from '../io.ts'

const OldVersion = z.object({ version: z.object({ content: z.string() }) })

export const get: Run = async (io, args, { version, output }) => {
  const name = onlyArgument(args, 'get NAME|ID [--version N] [-o FILE]')
  if (version !== undefined && !/^[1-9]\d*$/.test(version)) throw usageError('--version is a whole number from 1')
  const { api } = await openApi(io)
  const { id } = await findFile(api, name)
  const readOld = async (number: string) =>
    (await api.get(`/api/files/${id}/versions/${encodeURIComponent(number)}`, OldVersion)).version.content
  const bytes = version === undefined ? await api.bytes(`/download/${id}`) : Buffer.from(await readOld(version))
  if (output === undefined) io.out(bytes)
  else await fileCall(output, io.writeFile(output, bytes))
}

export const open: Run = async (io, args, options) => {
  const name = onlyArgument(args, 'open NAME|ID')
  const { api, url } = await openApi(io)
  const { id } = await findFile(api, name)
  const address = new URL(`/file/${id}`, url).href
  print(io, options, { url: address }, `${address}\n`)
  if (!options.json) await io.openUrl(address)
}
