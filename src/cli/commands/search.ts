import { splitLines } from '#base/lines.ts'
import { quotePhrase } from '#base/search-query/text-terms.ts'
import { matchingLines } from '#features/files/matching-lines.ts'
import { languageOption, onlyArgument, openApi, print, type Run } from '../command.ts'
import { allFiles, type FileItem, pathOfItem } from '../find-file.ts'
import { Complaint, usageError } from '../io.ts'

const DEFAULT_LIMIT = 50

export const ls: Run = async (io, args, options) => {
  const limit = Number(options.limit ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit is a whole number')
  const lang = languageOption(options)
  const { api } = await openApi(io)
  const filters = {
    ...(args.length > 0 && { q: args.join(' ') }),
    ...(lang !== undefined && { lang }),
    ...(options.tag?.[0] !== undefined && { category: options.tag[0] }),
  }
  let shown = 0
  for await (const file of allFiles(api, filters)) {
    if (shown++ === limit) return io.err(`more than ${limit}; use --limit\n`)
    print(io, options, file, formatRow(file))
  }
}

function formatRow(file: FileItem): string {
  const { language, version, size_bytes, id } = file
  return `${id}  v${String(version).padEnd(4)}${String(size_bytes).padStart(9)}  ${language.padEnd(14)}${pathOfItem(file)}\n`
}

export const grep: Run = async (io, args, options) => {
  const text = onlyArgument(args, 'grep TEXT [--lang L]')
  const q = quotePhrase(text)
  const lang = languageOption(options)
  const { api } = await openApi(io)
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  let count = 0
  for await (const file of allFiles(api, { q, ...(lang !== undefined && { lang }) })) {
    const { id, folder, file_name, matches } = file
    // Without a match in the text, the name, the description or a tag matched.
    if (matches === undefined || matches.length === 0) continue
    // The list holds only the first matches of each file and cuts long lines, so the file itself is searched.
    const content = utf8.decode(await api.bytes(`/download/${id}`))
    const lines = splitLines(content)
    for (const { line } of matchingLines(content, { texts: [text], patterns: [] }, Infinity)) {
      count += 1
      const found = lines[line - 1] ?? ''
      print(io, options, { id, folder, file_name, line, text: found }, `${pathOfItem(file)}:${line}:${found}\n`)
    }
  }
  if (count === 0) throw new Complaint('Nothing was found.')
}
