import type { FileId, Id } from '#base/ids.ts'
import type { Adjustment, Skipped, Source } from './source.ts'

export type MoveId = Id<'move'>

/** A move that was made, for the list. */
export type Move = {
  id: MoveId
  source: string
  label: string
  startedAt: Date
  /** Null while it runs. */
  finishedAt: Date | null
  /** Files that it wrote. */
  files: number
  unchanged: number
  skipped: number
  undoneAt: Date | null
}

/** What would become of a file. `known`: it exists, and whether its text changed is seen when it is fetched. */
export type PlanOutcome = 'new' | 'update' | 'unchanged' | 'known'

export type PlannedFile = {
  path: string
  folder: string
  fileName: string
  /** The name that it would have if it were not taken; null when it has it. */
  takenName: string | null
  language: string
  tags: string[]
  description: string
  bytes: number
  outcome: PlanOutcome
  adjusted: Adjustment[]
}

export type Preview = { source: Source; files: PlannedFile[]; skipped: Skipped[]; bytes: number }

export type MovedFile =
  | { outcome: 'saved' | 'updated' | 'unchanged'; path: string; fileId: FileId; folder: string; fileName: string }
  | { outcome: 'refused'; path: string; code: string; message: string }

/** `stopped`: why the rest was not moved. `id`: null when nothing was written, so there is nothing to undo. */
export type MoveResult = {
  id: MoveId | null
  source: Source
  files: MovedFile[]
  skipped: Skipped[]
  stopped: { code: string; message: string } | null
}

/** Why a file stayed as it is. */
export type KeptReason = 'changed' | 'gone' | 'name_taken'
export type KeptFile = { fileId: FileId; fileName: string; reason: KeptReason }
export type UndoResult = { undone: number; kept: KeptFile[] }

/** A process that was killed leaves its move unfinished; after this time it can be undone. */
const RUNNING_SECONDS = 3_600

export function isRunning({ startedAt, finishedAt }: Pick<Move, 'startedAt' | 'finishedAt'>, now: Date): boolean {
  return finishedAt === null && now.getTime() - startedAt.getTime() < RUNNING_SECONDS * 1000
}
