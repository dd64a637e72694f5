import { defineConfig } from '@playwright/test'
import { isWhole, ONCE } from './test/journeys/size.ts'

const LOCALES = { he: 'he-IL', en: 'en-US' }
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
}

/** Both languages and both screens once; `JOURNEYS=all` runs every journey in all four. */
const SMALL_SIZE = ['he-desktop', 'en-phone']
/** Files whose journeys depend little on language and screen: the small size runs them in one form only. Single journeys have the tag ONCE. */
const ONE_FORM = {
  desktop:
    /(about|folders|hostile|hostile-drawings|large-file|move-in|push|first-run|passkeys|sign-in|sign-out|agent|admin|observability|transfer|repos|repos-upstream|boards|boards-undo|select-all|playground|api-docs|embed|edit|inbox|note-choosing|note-opening|note-places|page-weight|print|view|view-large|watch|large-figures|settings)\.spec/,
  phone: /(reminders|repeat|dashboard|shares|rendered|announcement)\.spec/,
}

function everyProject() {
  return Object.entries(LOCALES).flatMap(([language, locale]) =>
    Object.entries(SCREENS).map(([screen, use]) => ({
      name: `${language}-${screen}`,
      use: { locale, ...use },
      ...(!isWhole && { testIgnore: screen === 'phone' ? ONE_FORM.desktop : ONE_FORM.phone }),
      ...(!isWhole && screen === 'phone' && { grepInvert: new RegExp(ONCE.tag) }),
    })),
  )
}

/** Every journey in both languages, which are both directions, on both screens. */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './test/journeys/server.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // Two cores carry the server, the database and two browsers; a journey that hangs still ends.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Beside the reports, not around them: Playwright empties this folder when it starts.
  outputDir: 'test-results/browser',
  // Without somebody watching, what failed is told at the end, where it is looked for.
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    timezoneId: 'Asia/Jerusalem',
    screenshot: 'only-on-failure',
    // A page in motion gives another answer a tenth of a second later: colours, places and what can be pressed.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Chromium without its windows: a third less work for the same pages.
      executablePath: '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: everyProject().filter(({ name }) => isWhole || SMALL_SIZE.includes(name)),
})
