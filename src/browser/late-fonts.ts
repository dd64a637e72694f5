/** A page that is this old before its scripts run came over a slow connection. */
const SLOW_MS = 400

/**
 * Removes the rules of fonts that have not arrived, on a slow connection. With `font-display: optional` this page would not use them, but
 * Chromium lays the whole page out again for each one that arrives: 70 ms each on a slow phone. They are still fetched for the next page.
 */
export function dropLateFonts(): void {
  // Fonts begin to load with the first layout. After it, removing a rule costs what it should save.
  if (performance.now() < SLOW_MS || document.fonts.status === 'loading') return
  const arrived = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? name)
  for (const sheet of document.styleSheets) {
    // They are the last rules of the sheet.
    for (let i = sheet.cssRules.length - 1; i >= 0; i--) {
      const rule = sheet.cssRules[i]
      if (!(rule instanceof CSSFontFaceRule)) break
      const source = rule.style.getPropertyValue('src')
      if (!arrived.some((name) => source.includes(name))) sheet.deleteRule(i)
    }
  }
}
