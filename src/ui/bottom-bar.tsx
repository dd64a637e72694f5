import { isViewAt, type NamedView } from '#base/view-query.ts'
import { Button } from './components/button.tsx'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import { CREATE_HREF, hasFloatingCreateButton, type NavItem } from './navigation.ts'
import { NavBadge, NavLinks, type NavProps } from './nav-links.tsx'
import { ViewLinks } from './view-links.tsx'

type Props = NavProps & {
  /** The item of this page, also while a saved view is the current link. */
  here: NavItem | null
  views: readonly NamedView[]
  path: string
}

/** The navigation on a phone: frequent items are in the bar, all others in a menu. */
export function BottomBar({ locale, items, here, current, views, path }: Props) {
  const t = uiMessages(locale)
  return (
    <>
      {hasFloatingCreateButton(here) && (
        <nav aria-label={t.create}>
          <a class="create" href={CREATE_HREF} aria-label={t.create}>
            <Icon name="plus" />
          </a>
        </nav>
      )}
      <nav class="bottombar" aria-label={t.navigation}>
        {items
          .filter((item) => item.phone)
          .map((item) => (
            <a key={item.key} href={item.href} aria-current={item === current ? 'page' : undefined}>
              <Icon name={item.icon} />
              {t[item.key]}
              <NavBadge item={item} />
            </a>
          ))}
        <a href="/search" data-opens="palette" aria-current={isSearch(path) ? 'page' : undefined}>
          <Icon name="search" />
          {t.searchShort}
        </a>
        <MoreMenu {...{ locale, current, views, path }} items={items.filter((item) => !item.phone)} />
      </nav>
    </>
  )
}

function isSearch(path: string): boolean {
  return path === '/search' || path.startsWith('/search?')
}

/** A native popover: opens, closes by Escape or a tap beside it, and needs no script. */
function MoreMenu({ locale, items, current, views, path }: Omit<Props, 'here'>) {
  const t = uiMessages(locale)
  const isHere = (current !== null && items.includes(current)) || views.some((view) => isViewAt(view, path))
  const inSection = (section: NavItem['section']) => items.filter((item) => item.section === section)
  return (
    <>
      <button class="more-button" type="button" popovertarget="more-links" aria-current={isHere || undefined}>
        <Icon name="more" />
        {t.more}
      </button>
      <div class="more-links" id="more-links" popover="auto">
        <NavLinks locale={locale} items={inSection('main')} current={current} />
        <hr />
        <ViewLinks id="more-views" locale={locale} views={views} path={path} />
        {inSection('admin').length > 0 && (
          <>
            <NavLinks locale={locale} items={inSection('admin')} current={current} />
            <hr />
          </>
        )}
        <NavLinks locale={locale} items={inSection('account')} current={current} />
        <form method="post" action="/logout">
          <Button kind="quiet" icon="signOut">
            {t.signOut}
          </Button>
        </form>
      </div>
    </>
  )
}
