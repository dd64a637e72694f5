import type { Locale } from '#base/messages.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { homeMessages } from '../messages/home.ts'

/** Shown for an empty library: three first steps, besides the paste box above. */
export function NewLibrary({ locale }: { locale: Locale }) {
  const t = homeMessages(locale)
  const ways: { href: string; icon: IconName; title: string; text: string }[] = [
    { href: '/files/new', icon: 'code', title: t.beginWrite, text: t.beginWriteText },
    { href: '/files/upload', icon: 'files', title: t.beginUpload, text: t.beginUploadText },
    { href: '/import', icon: 'repository', title: t.beginImport, text: t.beginImportText },
  ]
  return (
    <section class="tiles columns" aria-label={t.startHere}>
      {ways.map(({ href, icon, title, text }) => (
        <a key={href} class="tile quiet-link grid" href={href}>
          <Icon name={icon} />
          <span class="medium">{title}</span>
          <span class="meta">{text}</span>
        </a>
      ))}
    </section>
  )
}
