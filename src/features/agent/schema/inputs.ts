import { z } from 'zod'
import { isLanguage } from '#base/language/language.ts'
import { isStorableText } from '#base/text.ts'
import { chars, Ordinal } from '#base/wire-types.ts'

/** The limits of the other features, which the tools repeat. */
export type Limits = {
  query: number
  description: number
  tags: number
  tag: number
  title: number
  note: number
  noteQuery: number
  noteHits: { max: number; standard: number }
  repoQuery: number
  colors: readonly string[]
  stdin: number
  timeout: { min: number; max: number; standard: number }
  memory: { min: number; max: number; standard: number }
}

const filled = (max: number) => chars(max, 1).refine((text) => text.trim() !== '', 'is blank')
const text = () => z.string().refine(isStorableText, 'cannot be stored')
const Id = z.string().min(1).max(40)
const Language = z.string().refine(isLanguage, 'is not a language we know')
const From = z.int().min(0).default(0).describe('How many to skip: the number that a cut answer names')
const FromLine = Ordinal.default(1).describe('First line to give, from 1')
const FromChar = z.int().min(0).default(0).describe('Characters of that line to skip; only for very long lines')
const Cursor = z.string().max(200).optional().describe('Where the answer before this one ended')
const RepoName = z.string().min(1).max(300).describe('owner/name, as list_repos gives it')
const RepoPath = z.string().max(4_000)

export function fileInputs(limits: Limits) {
  const filter = {
    language: Language.optional().describe('As list_files spells it, e.g. Python'),
    tag: filled(limits.tag).optional(),
    repo: z.string().max(300).optional(),
    cursor: Cursor,
  }
  return {
    list: z.strictObject(filter),
    search: z.strictObject({
      query: filled(limits.query).describe(
        'Exact words: searched in names, descriptions, tags and texts, whatever their case',
      ),
      ...filter,
    }),
    read: z.strictObject({
      file_id: Id,
      version: Ordinal.optional().describe('An older version; the newest without it'),
      from_line: FromLine,
      from_char: FromChar,
    }),
    save: z.strictObject({
      folder: z.string().optional().describe('Such as src/lib; outside every folder without it'),
      file_name: z.string().describe('A name that is taken in the folder gets a new version of that file'),
      content: text(),
      language: Language.optional(),
      description: chars(limits.description).optional(),
      tags: z.array(filled(limits.tag)).max(limits.tags).optional(),
    }),
    edit: z.strictObject({
      file_id: Id,
      prev_version: Ordinal.describe('The version that was read; refused when the file has changed since'),
      old_text: text().min(1).describe('Stands in the file exactly so, and only once unless replace_all is set'),
      new_text: text(),
      replace_all: z.boolean().default(false),
    }),
    append: z.strictObject({ file_id: Id, text: text().min(1) }),
  }
}

export function noteInputs(limits: Limits) {
  const color = z.enum(limits.colors).optional()
  const tags = z.array(filled(limits.tag)).max(limits.tags).optional()
  const noteFields = { title: chars(limits.title).optional(), color, tags }
  const target = { file_id: Id.optional(), repo_name: RepoName.optional(), repo_path: RepoPath.optional() }
  const lines = { line_start: Ordinal.optional(), line_end: Ordinal.optional() }
  return {
    list: z.strictObject({ ...target, from: From }).describe('Without a file: the notes written last'),
    read: z.strictObject({ note_id: Id, from_line: FromLine, from_char: FromChar }),
    search: z.strictObject({
      query: filled(limits.noteQuery),
      color,
      limit: z.int().min(1).max(limits.noteHits.max).default(limits.noteHits.standard),
      from: From,
    }),
    create: z.strictObject({ ...target, content: chars(limits.note), ...noteFields, ...lines }),
    update: z.strictObject({
      note_id: Id,
      prev_updated_at: z.string().max(40).describe('The updated_at that was read; refused when the note changed since'),
      content: chars(limits.note).optional(),
      ...noteFields,
    }),
    boards: z.strictObject({ from: From }),
    board: z.strictObject({ board_id: Id, from: From }),
    createOnBoard: z.strictObject({
      board_id: Id.optional().describe('The default board without it'),
      content: chars(limits.note),
      ...noteFields,
    }),
  }
}

export function otherInputs(limits: Limits) {
  const { timeout, memory } = limits
  return {
    none: z.strictObject({}),
    repos: z.strictObject({ from: From }),
    repoFiles: z.strictObject({ repo_name: RepoName, path: RepoPath.default('').describe('A folder'), from: From }),
    repoFile: z.strictObject({ repo_name: RepoName, path: RepoPath, from_line: FromLine, from_char: FromChar }),
    searchRepo: z.strictObject({ repo_name: RepoName, query: filled(limits.repoQuery), from: From }),
    run: z.strictObject({
      code: text().describe('Python; most of the standard library, no network, no files that stay'),
      stdin: z.string().max(limits.stdin).default(''),
      timeout: z.number().min(timeout.min).max(timeout.max).default(timeout.standard).describe('Seconds'),
      memory_limit_mb: z.int().min(memory.min).max(memory.max).default(memory.standard),
    }),
  }
}
