export { renderSource, safePage } from './service.ts'
