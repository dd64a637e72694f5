import type { MarginDesk } from './margin-desk.ts'
import { HEADER_PX } from '#browser/header-height.ts'

/** Steps, so that scrolling draws now and then and not with every pixel. */
const STEP_PX = 100

/** Keeps `view` in sync with the visible part of the text. */
export function followView({ surface: { root }, view }: MarginDesk): () => void {
  let isWaiting = false
  const look = () => {
    isWaiting = false
    const { top } = root.getBoundingClientRect()
    const from = Math.floor((HEADER_PX - top) / STEP_PX) * STEP_PX
    const to = from + window.innerHeight - HEADER_PX
    if (from !== view.value.from || to !== view.value.to) view.value = { from, to }
  }
  const soon = () => {
    if (!isWaiting) requestAnimationFrame(look)
    isWaiting = true
  }
  look()
  window.addEventListener('scroll', soon, { passive: true })
  window.addEventListener('resize', soon)
  return () => {
    window.removeEventListener('scroll', soon)
    window.removeEventListener('resize', soon)
  }
}
