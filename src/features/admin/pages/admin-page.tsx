import { PageHead } from '#ui/components/page-head.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { uiMessages } from '#ui/messages.ts'
import { type NavItem, sidebarItemsFor, adminPageItemsFor } from '#ui/navigation.ts'
import { indexMessages } from '../messages/index-page.ts'

/** The index of all administration pages, with a line about each. */
export function AdminPage({ frame }: { frame: Frame }) {
  const t = indexMessages(frame.locale)
  const listed = sidebarItemsFor('admin').filter(({ key, section }) => section === 'admin' && key !== 'admin')
  const items = [...listed, ...adminPageItemsFor('admin')]
  return (
    <Layout frame={frame} styles={['admin']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <ul class="admin-links grid gap-3">
        {items.map((item) => (
          <NavItemRow key={item.key} frame={frame} item={item} />
        ))}
      </ul>
    </Layout>
  )
}

function NavItemRow({ frame: { locale }, item }: { frame: Frame; item: NavItem }) {
  const lines: Partial<Record<NavItem['key'], string>> = indexMessages(locale)
  return (
    <li class="panel gap-3 flex anchor pad-4 rings">
      <Icon name={item.icon} />
      <div>
        <a class="quiet-link strong covers" href={item.href}>
          {uiMessages(locale)[item.key]}
        </a>
        <p class="meta">{lines[item.key]}</p>
      </div>
    </li>
  )
}
