import { expect, test } from 'vitest'
import { boundsOf, type Rect } from '../canvas/geometry.ts'
import { clampZoom, scrollFor, zoomedBy, zoomToFit } from './zoom.ts'

const card = (x: number, y: number, width = 250, height = 200): Rect => ({ x, y, width, height })

test('zoom stays between 25 and 200 % and stops at 100', () => {
  expect(clampZoom(9)).toBe(2)
  expect(clampZoom(0.01)).toBe(0.25)
  expect(zoomedBy(0.9, 1)).toBe(1)
  expect(zoomedBy(1.1, -1)).toBe(1)
  expect(zoomedBy(2, 1)).toBe(2)
})

test('fit shows all cards and never exceeds 100 %', () => {
  expect(zoomToFit(card(0, 0, 100, 100), { width: 1000, height: 800 })).toBe(1)
  const zoom = zoomToFit(boundsOf([card(0, 0), card(2000, 900)]), { width: 1000, height: 800 })
  expect(2250 * zoom).toBeLessThanOrEqual(1000)
  expect(zoomToFit(boundsOf([]), { width: 1000, height: 800 })).toBe(1)
})

test('the point under the pointer stays under the pointer', () => {
  const at = { x: 300, y: 200 }
  const scroll = scrollFor({ x: 100, y: 50 }, at, 1, 2)
  expect((scroll.x + at.x) / 2).toBe((100 + at.x) / 1)
})
