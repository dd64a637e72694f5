import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { repoHref } from '../links.ts'
import { repoRenderedMessages } from '../messages/rendered.ts'
import type { At } from '../view.ts'

type Props = { locale: Locale; at: At; path: string; shows: 'source' | 'rendered' }

export function ViewSwitch({ locale, at, path, shows }: Props) {
  const t = repoRenderedMessages(locale)
  const pin = { at: at.isPinned ? at.commit : undefined }
  return (
    <nav class="segmented view-switch" aria-label={t.view}>
      <a href={repoHref(at.repo.name, path, pin)} aria-current={shows === 'source' ? 'page' : undefined}>
        <Icon name="code" />
        <span>{t.source}</span>
      </a>
      <a
        href={repoHref(at.repo.name, path, { ...pin, view: 'rendered' })}
        aria-current={shows === 'rendered' ? 'page' : undefined}
      >
        <Icon name="book" />
        <span>{t.rendered}</span>
      </a>
    </nav>
  )
}
