import type { FileId } from '#base/ids.ts'

export type NamedFile = { id: FileId; folder: string; fileName: string }

/** What is directly in some folders. */
export type FolderContents = {
  /** Paths of folders. */
  folders: readonly string[]
  files: readonly NamedFile[]
  /** There are more folders, in whichever of them. */
  hasMore: boolean
  /** The folders with more files than these. */
  cut: ReadonlySet<string>
}
