import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { AnchorLocation } from '../anchor/location.ts'
import type { Note, NoteChange, Quote, RepoTarget } from '../note.ts'

/** Reads the current text of these lines of a repository file. */
export type QuoteInRepo = (
  ctx: UserCtx,
  target: RepoTarget,
  lines: Pick<NoteChange, 'lineStart' | 'lineEnd'>,
) => Promise<Quote | null>

/** Follows the notes of one repository file to its current commit. */
export type LocateInRepo = (
  ctx: UserCtx,
  target: RepoTarget,
  notes: readonly Note[],
) => Promise<ReadonlyMap<NoteId, AnchorLocation>>

/** `repo-notes` implements these and `src/app/routes.ts` passes them in: notes are below repositories and cannot import them. */
export type RepoTexts = { quote: QuoteInRepo; locate: LocateInRepo }
