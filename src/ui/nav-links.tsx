import type { Locale } from '#base/messages.ts'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import type { NavItem } from './navigation.ts'

export type NavProps = { locale: Locale; items: readonly NavItem[]; current: NavItem | null }

export function NavLinks({ locale, items, current }: NavProps) {
  const t = uiMessages(locale)
  return items.map((item) => (
    <a
      key={item.key}
      class="nav-link"
      href={item.href}
      title={t[item.key]}
      aria-current={item === current ? 'page' : undefined}
    >
      <Icon name={item.icon} />
      <span>{t[item.key]}</span>
      <NavBadge item={item} />
    </a>
  ))
}

/** The number of pending reminders; filled in by script. */
export function NavBadge({ item }: { item: NavItem }) {
  return item.key === 'reminders' ? <b class="badge tiny strong numbers" data-badge="reminders" hidden /> : null
}
