import type { ComponentChildren } from 'preact'
import { keysOf } from '#base/keys-of.ts'
import type { Locale } from '#base/messages.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { workspaceMessages } from '#ui/workspace-messages.ts'
import { Toolbar, type Tools } from './toolbar.tsx'
import { TreeToggle } from './tree.tsx'

const VIEWS = {
  files: 'files',
  source: 'code',
  rendered: 'book',
  edit: 'pencil',
  history: 'history',
  blame: 'user',
  insights: 'activity',
} as const satisfies Record<string, IconName>

export type View = keyof typeof VIEWS
/** The address of each view that this file or folder has. */
export type Views = { readonly [Name in View]?: string | undefined }

type Props = {
  locale: Locale
  path: ComponentChildren
  /** Beside the path: language, size, branch. */
  facts?: ComponentChildren
  views?: Views
  /** Null on a page that is none of the views, such as a commit. */
  current: View | null
  /** A file that is not saved yet has its views once it is. */
  areViewsHidden?: boolean
  tools?: Tools
  /** The page of the folder tree around this file. */
  tree?: string | undefined
  /** After the toolbar: the button that saves. */
  children?: ComponentChildren
}

/** The header of a file in every view, so that switching moves nothing. On narrow windows the path scrolls away and the toolbar stays. */
export function WorkspaceHead({
  locale,
  path,
  facts,
  views = {},
  current,
  areViewsHidden = false,
  tools,
  tree,
  children,
}: Props) {
  return (
    <header class="workspace-head rule-below">
      <div class="workspace-where row gap-3">
        {path}
        {facts}
      </div>
      <div class="workspace-bar row gap-1">
        {tree !== undefined && <TreeToggle locale={locale} href={tree} />}
        <ViewLinks locale={locale} views={views} current={current} isHidden={areViewsHidden} />
        <div class="workspace-tools row push shrinks">{tools && <Toolbar locale={locale} {...tools} />}</div>
        {children}
      </div>
    </header>
  )
}

const ORDER = keysOf(VIEWS)

type LinksProps = { locale: Locale; views: Views; current: View | null; isHidden: boolean }

function ViewLinks({ locale, views, current, isHidden }: LinksProps) {
  const t = workspaceMessages(locale)
  const shown = ORDER.flatMap((view) => (views[view] === undefined ? [] : [{ view, href: views[view] }]))
  if (shown.length < 2) return null
  return (
    <nav class="segmented view-switch" aria-label={t.view} hidden={isHidden}>
      {shown.map(({ view, href }) => (
        <a key={view} href={href} aria-current={view === current ? 'page' : undefined} title={titleOf(t[view], view)}>
          <Icon name={VIEWS[view]} />
          <span>{t[view]}</span>
        </a>
      ))}
    </nav>
  )
}

function titleOf(label: string, view: View): string {
  return view === 'edit' ? `${label} (E)` : label
}
