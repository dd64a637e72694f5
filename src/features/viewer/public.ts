export { type LineRange, overlap } from './line-range.ts'
export { renderCode, renderDiff } from './service/draw.ts'
export { createCodeRenderer, type CodeRenderer } from './service/code-renderer.ts'
