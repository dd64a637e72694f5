import { z } from 'zod'
import { onlyArgument, openApi, print, type Run } from '../command.ts'
import { findFile } from '../find-file.ts'

const Versions = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      created_at: z.string(),
      size_bytes: z.number(),
      lines_added: z.number(),
      lines_removed: z.number(),
      source: z.string(),
    }),
  ),
})

export const versions: Run = async (io, args, options) => {
  const name = onlyArgument(args, 'versions NAME|ID')
  const { api } = await openApi(io)
  const { id } = await findFile(api, name)
  const listed = await api.get(`/api/files/${id}/versions`, Versions)
  for (const each of listed.versions) {
    const { version, created_at, size_bytes, lines_added, lines_removed, source } = each
    const change = `+${lines_added} -${lines_removed}`.padEnd(12)
    const line = `v${String(version).padEnd(4)}  ${created_at}  ${String(size_bytes).padStart(9)}  ${change}${source}\n`
    print(io, options, each, line)
  }
}
