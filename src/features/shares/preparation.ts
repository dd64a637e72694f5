import type { FileId, NoteId } from '#base/ids.ts'
import type { Choice } from './choice.ts'
import type { Finding } from './secrets/find.ts'
import type { SharedVersion } from './share.ts'
import type { ShareableNote, SharedNote } from './shared-note.ts'
import type { Drawn, SeenFile } from './view.ts'

/** `isComplete` false: there may be secrets beyond the findings, because the scan took too long or found too many. */
export type Scan = { findings: Finding[]; isComplete: boolean }

export type PreparedNotes = {
  /** All notes of the previewed file. */
  listed: readonly ShareableNote[]
  /** The chosen notes of all files. */
  chosen: readonly ShareableNote[]
  /** The chosen notes of the previewed file, as readers will see them. */
  shown: readonly SharedNote[]
  /** What looks secret in the chosen notes. */
  scans: ReadonlyMap<NoteId, Scan>
  /** More are chosen than a share can have. */
  isTooMany: boolean
}

/** A share before it is created. */
export type Preparation = {
  files: readonly (SeenFile & Pick<SharedVersion, 'version' | 'range'> & { id: FileId })[]
  findings: ReadonlyMap<number, readonly Finding[]>
  /** Files whose scan did not finish: they may contain secrets beyond the findings. */
  unfinished: readonly SeenFile[]
  choice: Choice
  notes: PreparedNotes
  chosen: SeenFile
  drawn: Drawn
}
