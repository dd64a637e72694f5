import { isoUtc } from '#base/time.ts'
import { beyondRetention, invalidWindow } from '../problems.ts'
import { oldestKept, readWindow, type Window, type WindowRequest } from '../window.ts'

export function openWindow(ask: WindowRequest, now: Date): Window {
  const window = readWindow(ask, now)
  if (!('fault' in window)) return window
  if (window.fault === 'too_old') throw beyondRetention({ field: window.field, min: isoUtc(oldestKept(now)) })
  throw invalidWindow({ field: window.field })
}
