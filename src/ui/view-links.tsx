import type { Locale } from '#base/messages.ts'
import { isViewAt, type NamedView, viewHref, type ViewPage } from '#base/view-query.ts'
import { Icon, type IconName } from './icons.tsx'
import { uiMessages } from './messages.ts'

export const VIEW_ICONS = { search: 'search', files: 'files', notes: 'note' } satisfies Record<ViewPage, IconName>

type Props = { id: string; locale: Locale; views: readonly NamedView[]; path: string }

/** The saved views, below a link to the page where they are managed. `id`: script replaces them by it. */
export function ViewLinks({ id, locale, views, path }: Props) {
  const t = uiMessages(locale)
  return (
    <nav class="nav-links nav-views" id={id} aria-label={t.views} hidden={views.length === 0}>
      <a
        class="nav-link nav-views-head"
        href="/views"
        title={t.views}
        aria-current={isManaging(path) ? 'page' : undefined}
      >
        <Icon name="bookmark" />
        <span>{t.views}</span>
      </a>
      {views.map((view) => (
        <a
          key={view.name}
          class="nav-link"
          href={viewHref(view)}
          title={view.name}
          data-view={view.page}
          aria-current={isViewAt(view, path) ? 'page' : undefined}
        >
          <Icon name={VIEW_ICONS[view.page]} />
          <bdi class="truncate">{view.name}</bdi>
        </a>
      ))}
    </nav>
  )
}

function isManaging(path: string): boolean {
  return path.split('?')[0] === '/views'
}
