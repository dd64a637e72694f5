import type { FileId } from '#base/ids.ts'

/** Another file of the library in which the lost code of a note is now. The lines, both included, are those of its newest version. */
export type MoveOffer = { fileId: FileId; path: string; version: number; lines: { start: number; end: number } }
