import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadWhenOnline } from './when-online.ts'

describe('a chunk that failed to load', () => {
  const page = new EventTarget()
  const connection = { onLine: true }
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', connection)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  function failing(times: number) {
    let left = times
    return vi.fn(async () => {
      if (left-- > 0) throw new TypeError('Failed to fetch')
      return 'here'
    })
  }

  test('is retried when the browser is online again, and not before', async () => {
    connection.onLine = false
    const load = failing(1)
    const part = loadWhenOnline(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    connection.onLine = true
    page.dispatchEvent(new Event('online'))
    expect(await part).toBe('here')
  })

  test('is retried when the connection returned before the failure was reported', async () => {
    connection.onLine = true
    const part = loadWhenOnline(failing(2))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await part).toBe('here')
  })

  test('rejects when it keeps failing while online', async () => {
    connection.onLine = true
    const load = failing(10)
    const part = loadWhenOnline(load).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await part).toBe('Failed to fetch')
    expect(load).toHaveBeenCalledTimes(3)
  })
})
