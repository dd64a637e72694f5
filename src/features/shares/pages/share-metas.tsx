import type { Locale } from '#base/messages.ts'
import { shareMessages } from '../messages.ts'
import { sharePath } from '../share.ts'
import type { SeenShare } from '../view.ts'

type Props = { locale: Locale; seen: SeenShare; link: { origin: string; token: string } }

const OG_LOCALES: Readonly<Record<Locale, string>> = { he: 'he_IL', en: 'en_US' }

/**
 * What other sites show beside a link to this page: Open Graph, Twitter cards, oEmbed. It names the file and counts its lines;
 * the code itself stays on the page, because those sites keep copies after the link is revoked.
 */
export function ShareMetas({ locale, seen, link: { origin, token } }: Props) {
  const t = shareMessages(locale)
  const { files, chosen, drawn, range } = seen
  const isMany = files.length > 1
  const title = isMany ? `${chosen.name} ${t.andMore(files.length - 1)}` : chosen.name
  const lines = range ? t.line(range.from, range.to) : drawn.isCut ? null : t.lineCount(drawn.lineCount)
  const size = isMany ? t.fileCount(files.length) : lines
  const description = [chosen.language, size].filter((part) => part !== null).join(', ')
  const url = origin + sharePath({ kind: 'public', key: token }) + (isMany ? `?file=${chosen.position}` : '')
  const image = `${origin}/assets/icon-512.v1.png`
  const properties = {
    'og:site_name': 'Codeshelf',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': OG_LOCALES[locale],
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '512',
    'og:image:height': '512',
    'og:image:alt': 'Codeshelf',
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} {...{ property }} content={content} />
      ))}
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <link
        rel="alternate"
        type="application/json+oembed"
        title={title}
        href={`${origin}/oembed?format=json&url=${encodeURIComponent(url)}`}
      />
    </>
  )
}
