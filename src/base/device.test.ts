import { describe, expect, it } from 'vitest'
import { describeDevice } from './device.ts'

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1'
const firefoxOnAndroid = 'Mozilla/5.0 (Android 16; Mobile; rv:151.0) Gecko/151.0 Firefox/151.0'

describe('describeDevice recognises', () => {
  it.each([
    { agent: chromeOnWindows, browser: 'Chrome', system: 'Windows', kind: 'computer' },
    { agent: `${chromeOnWindows} Edg/149.0.0.0`, browser: 'Edge', system: 'Windows', kind: 'computer' },
    { agent: safariOnIphone, browser: 'Safari', system: 'iPhone', kind: 'phone' },
    { agent: firefoxOnAndroid, browser: 'Firefox', system: 'Android', kind: 'phone' },
    { agent: 'curl/8.15.0', browser: 'curl', system: null, kind: 'computer' },
    { agent: null, browser: null, system: null, kind: 'computer' },
  ])('$browser on $system', ({ agent, ...device }) => {
    expect(describeDevice(agent)).toEqual(device)
  })
})
