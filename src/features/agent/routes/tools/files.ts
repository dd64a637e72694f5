import { encodeCursor } from '#base/cursor.ts'
import { countFitting } from '../../answer.ts'
import { fileInputs } from '../../schema/inputs.ts'
import { toFile, toRest, toSaved } from '../../schema/items.ts'
import * as files from '../../service/files.ts'
import { LIMITS } from '../../limits.ts'
import { type AgentCall, answer, textAnswer, tool } from '../tool.ts'

const inputs = fileInputs(LIMITS)

/** One page of the list; its cursor points at the last file that fitted. */
async function page({ ctx }: AgentCall, name: string, ask: files.FilesRequest) {
  const { files: found, nextCursor, total, matches } = await files.listFiles(ctx, ask)
  const items = found.map((file) => toFile(file, matches.get(file.id)))
  const shown = items.slice(0, countFitting(items))
  const last = found[shown.length - 1]
  const hasMore = nextCursor !== null || shown.length < items.length
  const cursor = hasMore && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null
  const rest = cursor === null ? null : { tool: name, arguments: { ...ask, cursor } }
  return answer({ files: shown, ...(total !== null && { total }), ...toRest(rest) })
}

export const fileTools = [
  tool({
    name: 'list_files',
    title: 'List files',
    description: 'The files of the library, newest first, some at a time; by language, tag or repository if wanted.',
    input: inputs.list,
    scope: 'read',
    run: (call, ask) => page(call, 'list_files', ask),
  }),
  tool({
    name: 'search_files',
    title: 'Search files',
    description: 'Files whose name, description, tags or text contain these very words, with the lines that match.',
    input: inputs.search,
    scope: 'read',
    limit: 'search',
    run: (call, ask) => page(call, 'search_files', ask),
  }),
  tool({
    name: 'read_file',
    title: 'Read a file',
    description: 'The text of a file, exactly. A long one is cut at a line and the answer names the call for the rest.',
    input: inputs.read,
    scope: 'read',
    run: async ({ ctx }, asked) => {
      const { file, version, content } = await files.readFile(ctx, asked.file_id, asked.version)
      const { id, folder, fileName, language, tags } = file
      const head = { file_id: id, folder, file_name: fileName, language, tags, version, newest_version: file.version }
      return textAnswer(head, content, asked, (spot) => ({
        tool: 'read_file',
        arguments: { file_id: id, version, ...spot },
      }))
    },
  }),
  tool({
    name: 'save_file',
    title: 'Save a file',
    description: 'A new file; when the name is taken, a new version of that file. Earlier versions are kept.',
    input: inputs.save,
    scope: 'write',
    run: async ({ ctx }, { file_name: fileName, ...draft }) =>
      answer(toSaved(await files.saveFile(ctx, { fileName, ...draft }))),
  }),
  tool({
    name: 'edit_file',
    title: 'Edit a file',
    description: 'Replaces an exact text in the version that was read. Refused when the file has changed since.',
    input: inputs.edit,
    scope: 'write',
    run: async ({ ctx }, asked) => {
      const replacement = { from: asked.old_text, to: asked.new_text, everywhere: asked.replace_all }
      return answer(toSaved(await files.editFile(ctx, asked.file_id, asked.prev_version, replacement)))
    },
  }),
  tool({
    name: 'append_to_file',
    title: 'Append to a file',
    description: 'Adds a text at the very end of a file, whatever its version; line ends are not added.',
    input: inputs.append,
    scope: 'write',
    run: async ({ ctx }, { file_id: id, text }) => answer(toSaved(await files.appendToFile(ctx, id, text))),
  }),
]
