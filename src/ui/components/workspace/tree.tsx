import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { workspaceMessages } from '#ui/workspace-messages.ts'

export type TreeNode = {
  name: string
  /** Of a folder: the page of the tree with this folder open. */
  href: string
  isCurrent: boolean
  /** Null: a file. `closed`: its entries are loaded when it is opened. */
  inside: TreeLevel | 'closed' | null
}

/** `more`: the page that lists what the tree leaves out. */
export type TreeLevel = { nodes: readonly TreeNode[]; more: string | null }

type Props = { locale: Locale; level: TreeLevel }

/**
 * The folders on the way to a file, as nested lists of links. Without script this is a page; with script it is the pane beside the
 * code, and a folder opens in place.
 */
export function FolderTree({ locale, level }: Props) {
  const t = workspaceMessages(locale)
  return (
    <nav class="tree" id="tree" aria-label={t.tree} data-offline={t.treeOffline}>
      <div class="tree-head row gap-2 between">
        <h2 class="small strong">{t.tree}</h2>
        <button class="icon-button tree-close" type="button" aria-label={t.treeClose} title={t.treeClose}>
          <TreeIcon name="close" />
        </button>
      </div>
      <Level locale={locale} level={level} />
    </nav>
  )
}

function Level({ locale, level: { nodes, more } }: Props) {
  const t = workspaceMessages(locale)
  return (
    <ul class="tree-list">
      {nodes.map((node) => (
        <Node key={node.href} locale={locale} node={node} />
      ))}
      {nodes.length === 0 && <li class="tree-empty meta">{t.treeEmpty}</li>}
      {more !== null && (
        <li>
          <a class="tree-item meta" href={more}>
            {t.treeMore}
          </a>
        </li>
      )}
    </ul>
  )
}

function Node({ locale, node: { name, href, isCurrent, inside } }: { locale: Locale; node: TreeNode }) {
  const isFolder = inside !== null
  const isOpen = isFolder && inside !== 'closed'
  return (
    <li>
      <a
        class={`tree-item row gap-1 plain hovers${isFolder ? ' tree-folder medium' : ''}`}
        href={href}
        title={name}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        aria-expanded={isFolder ? isOpen : undefined}
      >
        <TreeIcon name={isFolder ? 'folder' : 'file'} />
        <span class="truncate grow">
          <FileName name={name} />
        </span>
      </a>
      {isOpen && <Level locale={locale} level={inside} />}
    </li>
  )
}

/** Not among the icons of every page, which scripts carry too: only the server draws these. From Lucide (ISC licence). */
const PATHS = {
  folder: 'm9 18 6-6-6-6',
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v4a2 2 0 0 0 2 2h4',
  close: 'M18 6 6 18M6 6l12 12',
  tree: 'M20 10a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2.5a1 1 0 0 1-.8-.4l-.9-1.2A1 1 0 0 0 15 3h-2a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1ZM20 21a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1h-2.9a1 1 0 0 1-.88-.55l-.42-.85a1 1 0 0 0-.92-.6H13a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1ZM3 5a2 2 0 0 0 2 2h3M3 3v13a2 2 0 0 0 2 2h3',
} as const

function TreeIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** In the header of a file. Without script it leads to the page of the tree. */
export function TreeToggle({ locale, href }: { locale: Locale; href: string }) {
  const t = workspaceMessages(locale)
  return (
    <a class="icon-button tree-toggle rigid" href={href} aria-label={t.tree} title={`${t.tree} (B)`}>
      <TreeIcon name="tree" />
    </a>
  )
}
