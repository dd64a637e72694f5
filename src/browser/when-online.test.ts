import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

describe('a part of the page that could not be fetched', () => {
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

  test('comes when there is a connection again, and is not asked for before', async () => {
    connection.onLine = false
    const load = failing(1)
    const part = whenOnline(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    connection.onLine = true
    page.dispatchEvent(new Event('online'))
    expect(await part).toBe('here')
  })

  test('comes too when the connection was back before the failure was known', async () => {
    connection.onLine = true
    const part = whenOnline(failing(2))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await part).toBe('here')
  })

  test('is a failure when it fails again and again with a connection', async () => {
    connection.onLine = true
    const load = failing(10)
    const part = whenOnline(load).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await part).toBe('Failed to fetch')
    expect(load).toHaveBeenCalledTimes(3)
  })
})
