export { readOverview } from './service.ts'
