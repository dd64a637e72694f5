export { importView, listViews } from './service.ts'
