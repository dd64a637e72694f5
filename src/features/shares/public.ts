export type { ShareImport } from './exact.ts'
export { formatLines } from './hidden-lines.ts'
export { isOver, sharePath } from './share.ts'
export { importShare, walkShares } from './service/transfer.ts'
