export type Device = { browser: string | null; system: string | null; kind: 'phone' | 'computer' }

/** Order matters: Edge and Opera also claim to be Chrome, Chrome also claims to be Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

/** Phones first: Android also claims to be Linux, an iPhone also Mac OS X. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Enough for users to recognise their own device; versions would only be noise. */
export function describeDevice(userAgent: string | null): Device {
  const agent = userAgent ?? ''
  return { browser: firstMatch(BROWSERS, agent), system: firstMatch(SYSTEMS, agent), kind: kindOf(agent) }
}

/** `Chrome, Android`: the same text in every language. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = describeDevice(userAgent)
  return [browser, system].filter((part) => part !== null).join(', ')
}

function firstMatch(table: readonly [RegExp, string][], agent: string): string | null {
  return table.find(([pattern]) => pattern.test(agent))?.[1] ?? null
}

function kindOf(agent: string): Device['kind'] {
  return /\b(?:Android|iPhone|iPad|Mobile)\b/.test(agent) ? 'phone' : 'computer'
}
