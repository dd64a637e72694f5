import type { HtmlBytes } from '#base/prepared.ts'
import type { ShareKind } from './share.ts'

/** Rendered and escaped by the viewer. */
export type Drawn = { html: HtmlBytes; lineCount: number; columns: number; isCut: boolean; plain: boolean }

/** A file of a share as a reader sees it: identified by its position, never by its id. */
export type SeenFile = { position: number; name: string; language: string }

export type SeenShare = {
  kind: ShareKind
  expiresAt: Date | null
  files: readonly SeenFile[]
  chosen: SeenFile
  drawn: Drawn
  hiddenLines: number
}
