import { Button } from './components/button.tsx'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import { CREATE_HREF, hasFloatingCreateButton, type NavItem } from './navigation.ts'
import { NavBadge, NavLinks, type NavProps } from './nav-links.tsx'

/** The navigation on a phone: frequent items are in the bar, all others in a menu. */
export function BottomBar({ locale, items, current, path }: NavProps & { path: string }) {
  const t = uiMessages(locale)
  return (
    <>
      {hasFloatingCreateButton(current) && (
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
        <MoreMenu locale={locale} items={items.filter((item) => !item.phone)} current={current} />
      </nav>
    </>
  )
}

function isSearch(path: string): boolean {
  return path === '/search' || path.startsWith('/search?')
}

/** A native popover: opens, closes by Escape or a tap beside it, and needs no script. */
function MoreMenu({ locale, items, current }: NavProps) {
  const t = uiMessages(locale)
  const here = current !== null && items.includes(current)
  const inSection = (section: NavItem['section']) => items.filter((item) => item.section === section)
  return (
    <>
      <button class="more-button" type="button" popovertarget="more-links" aria-current={here || undefined}>
        <Icon name="more" />
        {t.more}
      </button>
      <div class="more-links" id="more-links" popover="auto">
        <NavLinks locale={locale} items={inSection('main')} current={current} />
        <hr />
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
