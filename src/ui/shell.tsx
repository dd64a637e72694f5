import type { ComponentChildren } from 'preact'
import { bellMessages } from './bell-messages.ts'
import { BottomBar } from './bottom-bar.tsx'
import { AppearanceSwitches } from './components/appearance.tsx'
import { ButtonLink, IconButton } from './components/button.tsx'
import { Keys } from './components/keys.tsx'
import { Logo } from './components/logo.tsx'
import type { Frame } from './frame.ts'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import { isViewAt } from '#base/view-query.ts'
import { Banners } from './news.tsx'
import { currentItem, sidebarItemsFor, type NavItem } from './navigation.ts'
import { NavLinks } from './nav-links.tsx'
import { roleName } from './role-name.ts'
import { ViewLinks } from './view-links.tsx'

type Viewer = NonNullable<Frame['viewer']>
type ShellProps = { frame: Frame; viewer: Viewer; children: ComponentChildren }

/** The shell of a signed-in user: sidebar, top bar, and on phones a bottom bar. */
export function Shell({ frame, viewer, children }: ShellProps) {
  const items = sidebarItemsFor(viewer.role)
  const here = currentItem(items, frame.path)
  const views = frame.personal?.views ?? []
  const current = views.some((view) => isViewAt(view, frame.path)) ? null : here
  return (
    <div class="shell">
      <Sidebar frame={frame} viewer={viewer} items={items} current={current} />
      <TopBar frame={frame} />
      <Banners frame={frame} />
      <main class="page" id="content" tabIndex={-1}>
        {children}
      </main>
      <BottomBar locale={frame.locale} items={items} here={here} current={current} views={views} path={frame.path} />
    </div>
  )
}

/** The shell of a visitor. */
export function VisitorShell({ frame, children }: { frame: Frame; children: ComponentChildren }) {
  const t = uiMessages(frame.locale)
  return (
    <div class="site">
      <header class="site-header">
        <Logo href="/" label={t.home} />
        <AppearanceSwitches frame={frame} />
        {offersSignIn(frame.path) && (
          <ButtonLink kind="primary" href="/login">
            {t.signIn}
          </ButtonLink>
        )}
      </header>
      <main class="site-page" id="content" tabIndex={-1}>
        {children}
      </main>
      {/* The home page has a footer of its own. */}
      {frame.path.split('?')[0] !== '/' && (
        <footer class="site-footer">
          <a href="/about">{t.about}</a>
        </footer>
      )}
    </div>
  )
}

/** The page without a connection may belong to somebody who is signed in, and signing in needs the server. */
function offersSignIn(path: string): boolean {
  return !/^\/(login|offline)/.test(path)
}

type SidebarProps = { frame: Frame; viewer: Viewer; items: readonly NavItem[]; current: NavItem | null }

function Sidebar({ frame, viewer, items, current }: SidebarProps) {
  const t = uiMessages(frame.locale)
  const inSection = (section: NavItem['section']) => items.filter((item) => item.section === section)
  const admin = inSection('admin')
  return (
    <aside class="sidebar">
      <div class="sidebar-inner">
        <Logo href="/dashboard" label={t.dashboard} />
        <nav class="nav-links" aria-label={t.navigation}>
          <NavLinks locale={frame.locale} items={inSection('main')} current={current} />
        </nav>
        <ViewLinks id="side-views" locale={frame.locale} views={frame.personal?.views ?? []} path={frame.path} />
        {admin.length > 0 && (
          <nav class="nav-links nav-links-admin" aria-label={t.adminNavigation}>
            <p class="nav-links-title muted tiny medium">{t.adminNavigation}</p>
            <NavLinks locale={frame.locale} items={admin} current={current} />
          </nav>
        )}
        <div class="account">
          <div class="account-name">
            <bdi class="truncate medium">{viewer.firstName}</bdi>
            <span class="muted tiny">{roleName(viewer.role, frame.locale)}</span>
          </div>
          {inSection('account').map((item) => (
            <a
              key={item.key}
              class="icon-button"
              href={item.href}
              aria-label={t[item.key]}
              title={t[item.key]}
              aria-current={item === current ? 'page' : undefined}
            >
              <Icon name={item.icon} />
            </a>
          ))}
          <form method="post" action="/logout">
            <IconButton icon="signOut" label={t.signOut} />
          </form>
        </div>
      </div>
    </aside>
  )
}

function TopBar({ frame }: { frame: Frame }) {
  const t = uiMessages(frame.locale)
  const stale = bellMessages(frame.locale)
  return (
    <header class="topbar">
      <Logo href="/dashboard" label={t.dashboard} />
      <a class="topbar-search" href="/search" data-opens="palette" aria-keyshortcuts="Control+K">
        <Icon name="search" />
        <span class="topbar-words">{t.search}</span>
        <Keys keys={['Ctrl', 'K']} />
      </a>
      <div class="topbar-gap" />
      <AppearanceSwitches frame={frame} />
      <a
        class="icon-button bell"
        href="/reminders"
        aria-label={t.reminders}
        title={t.reminders}
        data-bell=""
        data-failed={stale.failed}
        data-busy={stale.busy}
      >
        <Icon name="bell" />
        <b class="badge tiny strong numbers" data-badge="reminders" aria-hidden="true" hidden />
      </a>
      <IconButton icon="help" label={t.help} type="button" opens="help" />
    </header>
  )
}
