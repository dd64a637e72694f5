export { bannerFor } from './service.ts'
