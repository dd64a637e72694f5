import type { ComponentChildren } from 'preact'
import { direction, type Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import type { Assets, Frame } from '#ui/frame.ts'
import type { EmbedTheme } from '../embed.ts'
import { shareMessages } from '../messages.ts'
import { sharePath } from '../share.ts'
import type { SeenShare } from '../view.ts'
import { SharedCode } from './shared-code.tsx'

type Look = { frame: Pick<Frame, 'assets' | 'nonce'>; locale: Locale; theme: EmbedTheme }
type Props = Look & {
  token: string
  seen: SeenShare
  /** False: the address names lines that the share does not have. */
  hasLines: boolean
}

/** A public link inside the page of another site. */
export function EmbedPage({ token, seen, hasLines, ...look }: Props) {
  const t = shareMessages(look.locale)
  const { chosen, files, drawn, hiddenLines, range } = seen
  const query = files.length > 1 ? `?file=${chosen.position}` : ''
  return (
    <EmbedDocument {...look} title={chosen.name}>
      <header class="embed-head cluster gap-0-3 muted rule-below">
        <a
          class="breaks strong"
          href={sharePath({ kind: 'public', key: token }) + query}
          target="_blank"
          rel="noopener"
          title={t.embedOpen(chosen.name)}
        >
          <FileName name={chosen.name} />
        </a>
        {hasLines && range && <span>{t.line(range.from, range.from + drawn.lineCount - 1)}</span>}
        {hasLines && hiddenLines > 0 && <span>{t.hidden(hiddenLines)}</span>}
        <span class="push medium" lang="en">
          Codeshelf
        </span>
      </header>
      {hasLines ? (
        <SharedCode locale={look.locale} drawn={drawn} notes={seen.notes} />
      ) : (
        <p class="embed-message muted sized-m text-center">{t.embedNoLines}</p>
      )}
    </EmbedDocument>
  )
}

/** Instead of an error: a reader of that site did nothing wrong. */
export function EmbedGonePage(look: Look) {
  const t = shareMessages(look.locale)
  return (
    <EmbedDocument {...look} title="Codeshelf">
      <p class="embed-message muted sized-m text-center">{t.embedGone}</p>
    </EmbedDocument>
  )
}

function EmbedDocument({
  frame,
  locale,
  theme,
  title,
  children,
}: Look & { title: string; children: ComponentChildren }) {
  const script = frame.assets.others['embed']
  return (
    <html class="embed" lang={locale} dir={direction(locale)} data-theme={theme === 'auto' ? 'system' : theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <title>{title}</title>
        {styles(frame.assets)}
        {script && <script type="module" src={script} nonce={frame.nonce} />}
      </head>
      <body class="small">
        <main>{children}</main>
      </body>
    </html>
  )
}

function styles({ styles: hrefs }: Assets) {
  return hrefs.map((href) => <link key={href} rel="stylesheet" href={href} />)
}
