import type { MoveReply, PreviewReply, UndoReply } from '../../schema.ts'

/** What the last request brought; null before the first. */
export type Shown =
  | { kind: 'preview'; reply: PreviewReply }
  | { kind: 'moved'; reply: MoveReply }
  | { kind: 'undone'; reply: UndoReply }
  | { kind: 'problem'; message: string }
  | null
