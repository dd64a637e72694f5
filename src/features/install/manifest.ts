import { direction, type Locale } from '#base/messages.ts'

type Words = { name: string; description: string; newFile: string; files: string; reminders: string }

/** File types the app registers for; by extension too, because few systems know the media type of a source file. */
const TEXT_KINDS = 'text/* application/json application/xml application/javascript image/svg+xml'
  .concat(' .md .txt .py .js .ts .tsx .go .rs .java .c .sql .yaml .yml .toml .sh')
  .split(' ')

/** The share target that systems post to. The field names are those of the editor. */
const SHARE_TARGET = {
  action: '/files/shared',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'file', accept: TEXT_KINDS }] },
}

const icon = (size: number, name: string, purpose: 'any' | 'maskable') => ({
  src: `/assets/${name}.v1.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest. One per language, because browsers fetch it without cookies. */
export function manifestOf(locale: Locale, t: Words) {
  return {
    id: '/',
    name: t.name,
    short_name: 'Codeshelf',
    description: t.description,
    lang: locale,
    dir: direction(locale),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf8',
    theme_color: '#fbfaf8',
    icons: [icon(192, 'icon-192', 'any'), icon(512, 'icon-512', 'any'), icon(512, 'icon-maskable-512', 'maskable')],
    shortcuts: [
      { name: t.newFile, url: '/files/new' },
      { name: t.files, url: '/files' },
      { name: t.reminders, url: '/reminders' },
    ],
    share_target: SHARE_TARGET,
  }
}
