import { z } from 'zod'
import { Ordinal, OrdinalText } from '#base/wire-types.ts'
import type { Note } from '#features/notes/note.ts'
import type { AnchorLocation } from '#features/following/location.ts'
import { NoteItem, toItem } from '#features/notes/schema/notes.ts'

export const RepoFileParams = z.object({ repo_name: z.string(), '*': z.string() })
export const RepoNameParams = z.object({ repo_name: z.string() })

export const RepoNotesReply = z.object({
  ok: z.literal(true),
  notes: z.array(NoteItem),
  count: z.int(),
  /** Whether the mirror no longer has this file. */
  orphaned: z.boolean(),
  unknown: z.boolean(),
})

export const OrphansReply = z.object({
  ok: z.literal(true),
  notes: z.array(NoteItem),
  count: z.int(),
  last_sync_time: z.string().nullable(),
  unknown: z.boolean(),
})

export const OrphanReposReply = z.object({
  ok: z.literal(true),
  repos: z.array(z.object({ repo_name: z.string(), notes: z.int() })),
  count: z.int(),
  unknown: z.boolean(),
})

export const ReattachBody = z
  .strictObject({
    repo_path: z.string().min(1).max(1_000),
    line_start: Ordinal.nullable().optional(),
    line_end: Ordinal.nullable().optional(),
  })
  .refine(({ line_start: start, line_end: end }) => !start || !end || end >= start, { path: ['line_end'] })

export function toRepoNote({ note, isOrphan }: { note: Note; isOrphan: boolean }, location?: AnchorLocation) {
  return { ...toItem(note, location), orphaned: isOrphan }
}

export const OrphansQuery = z.object({ done: z.enum(['attached', 'no_file', 'changed']).optional().catch(undefined) })
export const AttachForm = z.object({
  repo_path: z.string().min(1).max(1_000),
  /** An empty form field means no line. */
  line_start: z.union([z.literal('').transform(() => null), OrdinalText]).default(null),
})
