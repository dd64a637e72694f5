import { z } from 'zod'
import { planBatches } from '#features/transfer/batches.ts'
import type { Api } from '../api.ts'
import { type Options, print } from '../command.ts'
import { type FoundFile, listFolder } from '../folder.ts'
import { Complaint, decoded, fileCall, type Io } from '../io.ts'
import type { Several } from '../several.ts'

const Result = z.object({
  path: z.string(),
  file_id: z.string().optional(),
  file_name: z.string().optional(),
  version: z.number().optional(),
  unchanged: z.boolean().optional(),
  message: z.string().optional(),
  code: z.string().optional(),
})
const Uploaded = z.object({ results: z.array(Result) })

/** The most that any server accepts (FILE_MAX_MIB). A server with a lower limit rejects larger files one by one. */
const MAX_BYTES = 10 * 1024 * 1024

/**
 * Through the upload of folders, which identifies a file by its path: two files with one name stay two, and the same folder again makes
 * the next versions.
 */
export async function putFolder(io: Io, api: Api, folder: string, options: Options, files: Several): Promise<void> {
  const found = await listFolder(io, folder)
  const plan = planBatches(
    found.files.map((file) => ({ ...file, from: file.path, path: file.name })),
    MAX_BYTES,
  )
  for (const { name, because } of found.skipped) io.err(`codeshelf-cli: skipped ${name}: ${because}\n`)
  for (const { path } of plan.skipped) io.err(`codeshelf-cli: skipped ${path}: generated files\n`)
  if (plan.tooLarge.length + plan.batches.length === 0) throw new Complaint(`${folder}: contains no files to save`)
  files.count(plan.tooLarge.length + plan.batches.flat().length)
  for (const { path } of plan.tooLarge) files.fail(`${path}: larger than ${MAX_BYTES} bytes`)
  for (const batch of plan.batches) await putBatch(io, api, batch, options, files)
}

type Planned = FoundFile & { from: string }

async function putBatch(io: Io, api: Api, batch: Planned[], options: Options, files: Several): Promise<void> {
  const form = new FormData()
  for (const { from, path } of batch) {
    await files.attempt(async () => {
      const bytes = await fileCall(path, io.readFile(from))
      decoded(path, bytes)
      // A form cannot carry this character in a name unchanged.
      if (path.includes('"')) files.fail(`${path}: put a file with a quotation mark in its path by itself`)
      else form.append('files', new File([Uint8Array.from(bytes)], path))
    })
  }
  if (!form.has('files')) return
  const { results } = await api.post('/api/files/upload', form, Uploaded)
  const saved = results.flatMap(({ file_id: id }) => id ?? [])
  if (options.tag !== undefined && saved.length > 0)
    await api.post('/api/files/bulk-tag', { file_ids: saved, tags: options.tag }, z.object({}))
  for (const { path, file_id, file_name, version, unchanged, message, code } of results) {
    if (file_id === undefined) files.fail(`${path}: ${message ?? 'not saved'} (${code})`)
    else {
      const words = `${path} v${version} ${file_id}${unchanged ? ' unchanged' : ''}\n`
      print(io, options, { path, file_id, file_name, version, unchanged: unchanged ?? false }, words)
    }
  }
}
