import type { ShareKind } from './share.ts'

/** Drawn by the viewer; its HTML is escaped there. */
export type Drawn = { html: string; columns: number; isCut: boolean; plain: boolean }

/** A file of a share as a reader sees it: by its place, never by its id. */
export type SeenFile = { place: number; name: string; language: string }

export type SeenShare = {
  kind: ShareKind
  expiresAt: Date | null
  files: readonly SeenFile[]
  chosen: SeenFile
  drawn: Drawn
  hiddenLines: number
}
