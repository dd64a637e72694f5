export type { Board } from './board.ts'
export { boardNameKept, boardNotFound } from './problems.ts'
export { importBoard, listBoards, listExistingBoards } from './service/boards.ts'
export { createBoardNote, listBoardNotes } from './service/notes.ts'
