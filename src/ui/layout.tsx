import type { ComponentChildren } from 'preact'
import { direction } from '#base/messages.ts'
import { FAVICON } from './components/logo.tsx'
import type { Frame } from './frame.ts'
import { uiMessages } from './messages.ts'
import { Shell, Site } from './shell.tsx'

type Props = {
  frame: Frame
  /** Shown in the tab as "title · Codeshelf". */
  title: string
  description?: string
  children: ComponentChildren
}

/** The whole document of every page. */
export function Layout({ frame, title, description, children }: Props) {
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
        {frame.assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {frame.assets.scripts.map((src) => (
          <script key={src} type="module" src={src} nonce={frame.nonce} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {t.skip}
        </a>
        {frame.viewer ? (
          <Shell frame={frame} viewer={frame.viewer}>
            {children}
          </Shell>
        ) : (
          <Site frame={frame}>{children}</Site>
        )}
        <div id="announcer" class="visually-hidden" aria-live="polite" />
        <div id="toasts" role="status" aria-live="polite" />
        {frame.viewer && <ShellIslands frame={frame} viewer={frame.viewer} />}
      </body>
    </html>
  )
}

/** Named, not imported: they belong to a feature, and have nothing to show before script wakes them. */
function ShellIslands({ frame, viewer }: { frame: Frame; viewer: NonNullable<Frame['viewer']> }) {
  const props = JSON.stringify({ locale: frame.locale, role: viewer.role })
  return ['shell/palette', 'shell/help', 'shell/signed-out'].map((name) => (
    <cs-island key={name} data-island={name} data-when="idle" data-props={props} />
  ))
}

const BAR_COLOURS = { light: '#fbfaf8', dark: '#12151a' }

/** Colours the browser's own parts before any style sheet has arrived. */
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
