export { importView, listViews } from './service/views.ts'
