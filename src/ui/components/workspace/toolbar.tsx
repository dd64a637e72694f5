import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Menu } from '#ui/components/menu.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { workspaceMessages } from '#ui/workspace-messages.ts'

/** What a page can do with its file. The toolbar has one order for all of it. */
export type Tools = {
  copy?: boolean | undefined
  /** The key that adds a note: in an editor `n` is a letter. */
  note?: 'N' | 'Alt+Enter' | false | undefined
  /** `later`: hidden until the script has the outline of a large file. */
  outline?: 'now' | 'later' | undefined
  /** Where the search of the browser finds only the drawn rows, the page has its own. */
  find?: boolean | undefined
  /** Whether lines wrap now. */
  wrap?: boolean | undefined
  share?: string | undefined
  run?: string | undefined
  raw?: string | undefined
  download?: string | undefined
  permalink?: string | undefined
  /** Entries of the menu that only this page has. */
  own?: ComponentChildren
}

const MENU = 'file-menu'

/** Names on wide windows, icons on narrower ones; on a phone everything but Copy is in the menu. */
export function Toolbar({ locale, ...tools }: Tools & { locale: Locale }) {
  const t = workspaceMessages(locale)
  const { copy, wrap } = tools
  const inBar = barTools(locale, tools)
  const inMenu = menuTools(locale, tools)
  const hasMenu = inMenu.length > 0 || tools.own !== undefined
  return (
    <>
      {copy && (
        <button class="bar-tool button button-quiet with-tick" type="button" data-do="copy" title={`${t.copy} (C)`}>
          <Icon name="copy" />
          <Icon name="check" />
          <span>{t.copy}</span>
        </button>
      )}
      {inBar.map((tool) => (
        <ToolButton key={tool.label} {...tool} place="bar" />
      ))}
      {wrap !== undefined && (
        <label class="bar-tool button button-quiet rings wide-only" title={`${t.wrap} (W)`}>
          <input class="visually-hidden" type="checkbox" id="wrap" checked={wrap} autocomplete="off" />
          <Icon name="wrap" />
          <span>{t.wrap}</span>
        </label>
      )}
      {(hasMenu || inBar.length > 0) && (
        <Menu id={MENU} icon="more" label={t.more}>
          {inBar.map((tool) => (
            <ToolButton key={tool.label} {...tool} place="menu-when-narrow" />
          ))}
          {wrap !== undefined && (
            <label class="narrow-item option" for="wrap">
              <Icon name="wrap" />
              {t.wrap}
            </label>
          )}
          {inMenu.map((tool) => (
            <ToolButton key={tool.label} {...tool} place="menu" />
          ))}
          {tools.own}
        </Menu>
      )}
    </>
  )
}

type Act = { href: string } | { script: 'note' | 'find' } | { opens: string; isHidden: boolean }
type Tool = { icon: IconName; label: string; hint?: string; act: Act }

function barTools(locale: Locale, { note, outline, find, share, run }: Tools): Tool[] {
  const t = workspaceMessages(locale)
  return [
    ...(note ? [{ icon: 'note', label: t.note, hint: note, act: { script: 'note' } } as const] : []),
    ...(outline
      ? [{ icon: 'outline', label: t.outline, act: { opens: 'outline', isHidden: outline === 'later' } } as const]
      : []),
    ...(find ? [{ icon: 'search', label: t.find, hint: 'Ctrl+F', act: { script: 'find' } } as const] : []),
    ...linkTools([
      ['share', t.share, share],
      ['play', t.run, run],
    ]),
  ]
}

function menuTools(locale: Locale, { raw, download, permalink }: Tools): Tool[] {
  const t = workspaceMessages(locale)
  return linkTools([
    ['raw', t.raw, raw],
    ['download', t.download, download],
    ['link', t.permalink, permalink],
  ])
}

function linkTools(links: readonly (readonly [IconName, string, string | undefined])[]): Tool[] {
  return links.flatMap(([icon, label, href]) => (href === undefined ? [] : [{ icon, label, act: { href } }]))
}

type Place = 'bar' | 'menu' | 'menu-when-narrow'
const LOOKS: Record<Place, string> = {
  bar: 'bar-tool button button-quiet wide-only',
  menu: 'option',
  'menu-when-narrow': 'option narrow-item',
}

function ToolButton({ icon, label, hint, act, place }: Tool & { place: Place }) {
  const words = (
    <>
      <Icon name={icon} />
      <span>{label}</span>
    </>
  )
  const look = { class: LOOKS[place], ...(place === 'bar' && { title: hint ? `${label} (${hint})` : label }) }
  if ('href' in act)
    return (
      <a {...look} href={act.href}>
        {words}
      </a>
    )
  if ('opens' in act)
    return (
      <button
        {...look}
        class={`${look.class} outline-button`}
        type="button"
        popovertarget={act.opens}
        hidden={act.isHidden}
      >
        {words}
      </button>
    )
  const closes = place !== 'bar' && ({ popovertarget: MENU, popovertargetaction: 'hide' } as const)
  return (
    <button {...look} {...closes} type="button" data-do={act.script}>
      {words}
    </button>
  )
}
