export type { LinkBase } from './relative-links.ts'
export type { RenderedKind, RenderedText } from './rendering.ts'
export { renderSource, safePage } from './service/show.ts'
