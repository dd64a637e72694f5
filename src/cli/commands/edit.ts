import { z } from 'zod'
import { onlyArgument, openApi, print, type Run } from '../command.ts'
import { findFile, pathOfItem } from '../find-file.ts'
import { Complaint, decoded, fileCall, type Io, type TemporaryFile } from '../io.ts'

const Stored = z.object({ file: z.object({ file_name: z.string(), version: z.number(), content: z.string() }) })
const Saved = z.object({
  file_id: z.string(),
  folder: z.string().default(''),
  file_name: z.string(),
  version: z.number(),
})
/** The longest name that a file system takes. */
const MAX_NAME_BYTES = 255

export const edit: Run = async (io, args, options) => {
  const name = onlyArgument(args, 'edit NAME|ID')
  const editor = io.env['VISUAL'] || io.env['EDITOR']
  if (!editor) throw new Complaint('No editor is set. Set VISUAL or EDITOR, for example to nano.')
  const { api } = await openApi(io)
  const { id } = await findFile(api, name)
  const { file } = await api.get(`/api/files/${id}`, Stored)
  const local = await fileCall('temporary file', io.writeTemporary(diskName(file.file_name), file.content))
  const exitCode = await io.runEditor(editor, local.path)
  const content = await keeping(local, () => readBack(io, local.path))
  if (content === file.content) {
    await local.remove()
    if (exitCode !== 0) throw new Complaint(`The editor ended with ${exitCode}; nothing was changed.`)
    return print(io, options, { file_id: id, version: file.version }, `${file.file_name} was not changed\n`)
  }
  const saved = await keeping(local, async () => {
    if (exitCode !== 0) throw new Complaint(`The editor ended with ${exitCode}; nothing was saved.`)
    return api.put(`/api/files/${id}`, { content, prev_version: file.version }, Saved)
  })
  await local.remove()
  print(io, options, saved, `${pathOfItem(saved)} v${saved.version} ${saved.file_id}\n`)
}

async function readBack(io: Io, path: string): Promise<string> {
  return decoded(path, await fileCall(path, io.readFile(path)))
}

/** Whatever fails after the editor was open, the text is not lost. */
async function keeping<T>(local: TemporaryFile, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    throw new Complaint(`${error.message} Your text is in ${local.path}`)
  }
}

/** The extension stays, because editors recognise the language by it. */
function diskName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  return `file${/\.[\w-]{1,20}$/.exec(name)?.[0] ?? ''}`
}
