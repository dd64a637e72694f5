import { basename } from 'node:path'
import { z } from 'zod'
import type { Api } from '../api.ts'
import { languageOption, openApi, type Options, print, type Run } from '../command.ts'
import { Complaint, type Io, readText, ServerComplaint, usageError } from '../io.ts'

const Saved = z.object({ file_id: z.string(), file_name: z.string(), version: z.number() })

/** A file that cannot be saved does not keep the others from being saved; the exit code reports it. */
export const put: Run = async (io, args, options) => {
  if (args.length === 0) throw usageError('usage: codeshelf-cli put FILE… | put - --name NAME')
  if (options.name !== undefined && args.length > 1) throw usageError('--name is for one file')
  if (options.name === undefined && args.includes('-')) throw usageError('standard input needs --name')
  const language = languageOption(options)
  const { api } = await openApi(io)
  let failed = 0
  for (const path of args) {
    try {
      await putOne(io, api, path, options, language)
    } catch (error) {
      if (!(error instanceof Complaint) || error instanceof ServerComplaint || args.length === 1) throw error
      failed += 1
      io.err(`codeshelf-cli: ${error.message}\n`)
    }
  }
  if (failed > 0) throw new Complaint(`${failed} of ${args.length} files were not saved.`)
}

async function putOne(io: Io, api: Api, path: string, options: Options, language?: string): Promise<void> {
  const body = {
    file_name: options.name ?? basename(path),
    content: await readText(io, path),
    ...(language !== undefined && { language }),
    ...(options.desc !== undefined && { description: options.desc }),
    ...(options.tag !== undefined && { tags: options.tag }),
  }
  const saved = await api.post('/api/files', body, Saved).catch((error: unknown) => {
    if (!(error instanceof Complaint) || error instanceof ServerComplaint) throw error
    throw new Complaint(`${path}: ${error.message}`)
  })
  print(io, options, saved, `${saved.file_name} v${saved.version} ${saved.file_id}\n`)
}
