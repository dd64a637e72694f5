export type { Board } from './board.ts'
export { isBoardName } from './board.ts'
export { boardNotFound } from './problems.ts'
export { createBoard, getBoard, holdBoard, listBoards, removeBoard, renameBoard } from './service.ts'
