import type { LineRange } from '#features/viewer/line-range.ts'
import type { DrawnCode } from '#features/viewer/view.ts'
import type { EmbedPart } from './embed.ts'
import type { ShareKind } from './share.ts'
import type { SharedNote } from './shared-note.ts'

/** Rendered and escaped by the viewer. */
export type Drawn = Omit<DrawnCode, 'outline' | 'hidden'>

/** A file of a share as a reader sees it: identified by its position, never by its id. */
export type SeenFile = { position: number; name: string; language: string }

export type SeenShare = {
  kind: ShareKind
  expiresAt: Date | null
  files: readonly SeenFile[]
  chosen: SeenFile
  drawn: Drawn
  /** The notes of the shown file. An embed has none. */
  notes: readonly SharedNote[]
  /** The shown lines; null: all. `to` is before `from` when an embed asks for lines that the share does not have. */
  range: LineRange | null
  /** How many of the shown lines are hidden. */
  hiddenLines: number
}

/** What an embed of the shown file shows. The only file needs no position. */
export function partOf({ files, chosen }: Pick<SeenShare, 'files' | 'chosen'>, token: string): EmbedPart {
  return { token, position: files.length > 1 ? chosen.position : null, range: null }
}
