import type { FileId } from '#base/ids.ts'
import type { Choice } from './choice.ts'
import type { Finding } from './secrets/find.ts'
import type { Drawn, SeenFile } from './view.ts'

/** A share before it is created. */
export type Preparation = {
  files: readonly (SeenFile & { id: FileId; version: number })[]
  findings: ReadonlyMap<number, readonly Finding[]>
  /** Files whose scan did not finish: they may contain secrets beyond the findings. */
  unfinished: readonly SeenFile[]
  choice: Choice
  chosen: SeenFile
  drawn: Drawn
}
