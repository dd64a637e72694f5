export { listMovedNotes, listOpenTasks } from './service/waiting.ts'
