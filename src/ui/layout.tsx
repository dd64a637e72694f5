import type { ComponentChildren } from 'preact'
import { direction } from '#base/messages.ts'
import { FAVICON } from './components/logo.tsx'
import type { Frame } from './frame.ts'
import { uiMessages } from './messages.ts'
import { type Sheet, SHEETS } from './sheets.ts'
import { Shell, VisitorShell } from './shell.tsx'
import { SITE_ZONE, TimeZoneContext } from './zone.ts'

type Props = {
  frame: Frame
  /** Displayed in the tab as "title · Codeshelf". */
  title: string
  description?: string
  /** The features whose elements the page shows. */
  styles: readonly Sheet[]
  /** Further elements of the head. */
  head?: ComponentChildren
  children: ComponentChildren
}

/** The whole document of every page. */
export function Layout({ frame, title, description, styles, head, children }: Props) {
  const t = uiMessages(frame.locale)
  return (
    <html lang={frame.locale} dir={direction(frame.locale)} data-theme={frame.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} · Codeshelf`}</title>
        <meta name="description" content={description ?? t.description} />
        <ThemeMetas frame={frame} />
        <link rel="icon" type="image/svg+xml" href={FAVICON} />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${frame.locale}`} />
        <link rel="apple-touch-icon" href="/assets/icon-apple-180.v1.png" />
        {head}
        {sheetsOf(frame, styles).map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <FontPreloads fonts={frame.assets.fonts} isFirst={!frame.viewer} />
        {frame.assets.scripts.map((src) => (
          <script key={src} type="module" src={src} nonce={frame.nonce} />
        ))}
      </head>
      <body {...chosenBy(frame)}>
        <a class="skip" href="#content">
          {t.skip}
        </a>
        <TimeZoneContext.Provider value={frame.personal?.timeZone ?? SITE_ZONE}>
          {frame.viewer ? (
            <Shell frame={frame} viewer={frame.viewer}>
              {children}
            </Shell>
          ) : (
            <VisitorShell frame={frame}>{children}</VisitorShell>
          )}
        </TimeZoneContext.Provider>
        <div id="announcer" class="visually-hidden" aria-live="polite" />
        <div id="toasts" role="status" aria-live="polite" />
        {frame.viewer && <ShellIslands frame={frame} viewer={frame.viewer} />}
      </body>
    </html>
  )
}

function sheetsOf({ assets }: Frame, styles: readonly Sheet[]): string[] {
  const own = SHEETS.filter((sheet) => styles.includes(sheet)).map((sheet) => assets.sheets[sheet])
  return [...assets.styles, ...own].filter((href) => href !== undefined)
}

/**
 * With `font-display: optional` a font that is late is used from the next page on, and one that was preloaded is used at once. So no
 * text is laid out twice. They must not delay the styles and scripts of a page with code. Everybody comes to those through a page of visitors,
 * which is light and fetches the fonts at once: otherwise the first pages after signing in have different fonts.
 */
function FontPreloads({ fonts, isFirst }: { fonts: readonly string[]; isFirst: boolean }) {
  return fonts.map((href) => (
    <link
      key={href}
      rel="preload"
      as="font"
      type="font/woff2"
      crossorigin="anonymous"
      {...(!isFirst && { fetchpriority: 'low' })}
      href={href}
    />
  ))
}

/** Preferences that scripts read: custom keys, editor settings, and the folder tree, whose column is there before it is. */
function chosenBy({ personal, isTreeOpen }: Frame): Record<`data-${string}`, string> {
  if (!personal) return {}
  const { shortcuts, editor } = personal
  return {
    ...(Object.keys(shortcuts).length > 0 && { 'data-keys': JSON.stringify(shortcuts) }),
    'data-editor': JSON.stringify(editor),
    ...(isTreeOpen && { 'data-tree': 'open' }),
  }
}

const SHELL_ISLANDS = ['shell/keys', 'reminders/bell', 'notes/unsent']

/** Referred to by name: they belong to a feature, and render nothing before they are hydrated. */
function ShellIslands({ frame, viewer }: { frame: Frame; viewer: NonNullable<Frame['viewer']> }) {
  const timeZone = frame.personal?.timeZone ?? null
  const props = JSON.stringify({ locale: frame.locale, role: viewer.role, timeZone })
  const names = [
    ...SHELL_ISLANDS,
    ...(frame.personal?.announcement ? ['announcements/dismiss'] : []),
    ...(frame.personal?.isNew ? ['welcome/welcome'] : []),
  ]
  return names.map((name) => <cs-island key={name} data-island={name} data-when={whenOf(name)} data-props={props} />)
}

/** The welcome shows itself. */
function whenOf(name: string): 'idle' | 'touch' {
  return name === 'welcome/welcome' ? 'idle' : 'touch'
}

const BAR_COLOURS = { light: '#fbfaf8', dark: '#12151a' }

/** Colours the browser's own controls before any style sheet has arrived. */
function ThemeMetas({ frame }: { frame: Frame }) {
  if (frame.theme === 'light' || frame.theme === 'dark') {
    return (
      <>
        <meta name="color-scheme" content={frame.theme} />
        <meta name="theme-color" content={BAR_COLOURS[frame.theme]} />
      </>
    )
  }
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={BAR_COLOURS.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={BAR_COLOURS.dark} />
    </>
  )
}
