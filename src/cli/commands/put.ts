import { basename } from 'node:path'
import { z } from 'zod'
import type { Api } from '../api.ts'
import { languageOption, openApi, type Options, print, type Run } from '../command.ts'
import { Complaint, type Io, readText, ServerComplaint, usageError } from '../io.ts'
import { splitPath } from '#features/files/path.ts'
import { pathOfItem } from '../find-file.ts'
import { several } from '../several.ts'
import { putFolder } from './put-folder.ts'

const Saved = z.object({
  file_id: z.string(),
  folder: z.string().default(''),
  file_name: z.string(),
  version: z.number(),
})

export const put: Run = async (io, args, options) => {
  if (args.length === 0) throw usageError('usage: codeshelf-cli put FILE|FOLDER… | put - --name NAME')
  if (options.name !== undefined && args.length > 1) throw usageError('--name is for one file')
  if (options.name === undefined && args.includes('-')) throw usageError('standard input needs --name')
  const language = languageOption(options)
  const { api } = await openApi(io)
  const files = several(io)
  const putAny = async (path: string) => {
    if (await isFolder(io, path)) return putFolder(io, api, path, forFolder(options), files)
    files.count(1)
    await putOne(io, api, path, options, language)
  }
  const [only = '', ...others] = args
  if (others.length === 0) await putAny(only)
  else for (const path of args) await files.attempt(() => putAny(path))
  files.end('saved')
}

/** What is not there is reported when it is read. */
async function isFolder(io: Io, path: string): Promise<boolean> {
  return path !== '-' && (await io.isDirectory(path).catch(() => false))
}

function forFolder(options: Options): Options {
  const { name, lang, desc } = options
  if (name !== undefined || lang !== undefined || desc !== undefined)
    throw usageError('--name, --lang and --desc are for files; a folder takes --tag')
  return options
}

async function putOne(io: Io, api: Api, path: string, options: Options, language?: string): Promise<void> {
  const { folder, fileName } = splitPath(options.name ?? basename(path))
  const body = {
    ...(folder !== '' && { folder }),
    file_name: fileName,
    content: await readText(io, path),
    ...(language !== undefined && { language }),
    ...(options.desc !== undefined && { description: options.desc }),
    ...(options.tag !== undefined && { tags: options.tag }),
  }
  const saved = await api.post('/api/files', body, Saved).catch((error: unknown) => {
    if (!(error instanceof Complaint) || error instanceof ServerComplaint) throw error
    throw new Complaint(`${path}: ${error.message}`)
  })
  print(io, options, saved, `${pathOfItem(saved)} v${saved.version} ${saved.file_id}\n`)
}
