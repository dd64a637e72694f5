export { drawDiff } from './service/draw-diff.ts'
export { drawCode } from './service/draw.ts'
export { createPainter, type Painter } from './service/painter.ts'
