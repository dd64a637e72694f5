import { z } from 'zod'
import { TRASH_DAYS } from '#features/files/file.ts'
import { openApi, print, type Run } from '../command.ts'
import { findFile } from '../find-file.ts'
import { usageError } from '../io.ts'
import { several } from '../several.ts'

export const rm: Run = async (io, args, options) => {
  if (args.length === 0) throw usageError('usage: codeshelf-cli rm NAME|ID…')
  const { api } = await openApi(io)
  const files = several(io)
  files.count(args.length)
  const trash = async (name: string) => {
    const { id, path } = await findFile(api, name)
    await api.post(`/api/files/${id}/trash`, {}, z.object({}))
    print(io, options, { file_id: id }, `${path} is in the trash, where it stays for ${TRASH_DAYS} days\n`)
  }
  const [only = '', ...others] = args
  if (others.length === 0) return trash(only)
  for (const name of args) await files.attempt(() => trash(name))
  files.end('moved to the trash')
}
