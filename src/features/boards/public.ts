export { boardNotFound } from './problems.ts'
export { getBoard, holdBoard, removeBoard } from './service.ts'
