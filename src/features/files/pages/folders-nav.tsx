import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import type { Count } from '../islands/list/counts.ts'
import { type Filters, filesHref } from '../islands/list/filters.ts'
import { folderMessages } from '../messages/folders.ts'
import { foldersAbove, splitPath } from '../path.ts'
import { ListIcon } from './list-icon.tsx'

export type Folders = { folders: readonly Count[]; hasMore: boolean }

type Props = { tree: Folders; filters: Filters; locale: Locale }

/**
 * The tree beside the list, open along the way to the chosen folder. On narrow windows only that way and the folders inside the
 * chosen one are shown, in one row.
 */
export function FoldersNav({ tree, filters, locale }: Props) {
  const t = folderMessages(locale)
  const isEmpty = tree.folders.length === 0 && filters.folder === ''
  return (
    <nav class="folders mid-icons small shrinks" id="files-folders" aria-label={t.folders} hidden={isEmpty}>
      {!isEmpty && (
        <ul class="folder-list">
          <li data-near>
            <FolderLink folder="" label={t.allFiles} filters={filters} />
            <Level parent="" tree={tree} filters={filters} />
          </li>
        </ul>
      )}
      {tree.hasMore && <p class="folders-more muted">{t.moreFolders}</p>}
    </nav>
  )
}

function Level({ parent, tree, filters }: { parent: string } & Omit<Props, 'locale'>) {
  const inside = tree.folders.filter(({ name }) => splitPath(name).folder === parent)
  // A folder whose last file was moved away is still in the URL.
  if (inside.length === 0) return null
  const onTheWay = new Set(foldersAbove({ folder: filters.folder }))
  return (
    <ul class="folder-list">
      {[...inside].toSorted(byName).map(({ name, n }) => (
        <li key={name} data-near={parent === filters.folder || onTheWay.has(name) ? '' : undefined}>
          <FolderLink folder={name} label={splitPath(name).fileName} n={n} filters={filters} />
          {onTheWay.has(name) && <Level parent={name} tree={tree} filters={filters} />}
        </li>
      ))}
    </ul>
  )
}

function byName(a: Count, b: Count): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true })
}

function FolderLink({ folder, label, n, filters }: { folder: string; label: string; n?: number; filters: Filters }) {
  return (
    <a
      class="option gap-2"
      href={filesHref({ ...filters, folder })}
      title={folder || undefined}
      aria-current={folder === filters.folder ? 'true' : undefined}
    >
      {folder !== '' && <ListIcon name="folder" />}
      <bdi>{label}</bdi>
      {n !== undefined && <span class="muted push numbers">{n}</span>}
    </a>
  )
}

/** What can be done with the whole folder: it is downloaded and shared together. */
export function FolderActions({ folder, shared, locale }: { folder: string; shared: string | null; locale: Locale }) {
  const t = folderMessages(locale)
  return (
    <div class="folder-actions cluster gap-2">
      <h2 class="row gap-2 shrinks breaks sized-m">
        <ListIcon name="folder" />
        <FileName name={folder} />
      </h2>
      <a class="button button-plain" href={`/files/zip?folder=${encodeURIComponent(folder)}`} download>
        <ListIcon name="zip" />
        {t.downloadFolder}
      </a>
      {shared !== null && (
        <a class="button button-plain" href={`/shares/new?files=${shared}`}>
          {t.shareFolder}
        </a>
      )}
    </div>
  )
}
