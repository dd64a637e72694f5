import { FolderTree, type TreeLevel } from '#ui/components/workspace/tree.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { workspaceMessages } from '#ui/workspace-messages.ts'
import { pinOf, repoHref } from '../links.ts'
import type { At, RepoTree } from '../view.ts'
import { RepoHead } from './repo-head.tsx'

type Props = RepoTree & { frame: Frame; now: Date; at: At }

/** Without script; the script takes the tree out of it for the pane beside the file. */
export function RepoTreePage({ frame, now, at, ...tree }: Props) {
  const { locale } = frame
  const title = `${workspaceMessages(locale).tree} · ${tree.path || at.repo.name}`
  return (
    <Layout frame={frame} styles={['repos']} title={title}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path={tree.path} />
        <FolderTree locale={locale} level={levelOf(at, tree, tree.root)} />
      </div>
    </Layout>
  )
}

/** How many entries of a folder the tree shows; its page shows all. */
const MAX_ENTRIES = 1_000

function levelOf(at: At, tree: RepoTree, folder: string): TreeLevel {
  const { repo } = at
  const pin = pinOf(at)
  const items = tree.levels.get(folder) ?? []
  return {
    nodes: items
      .filter(({ path }, i) => i < MAX_ENTRIES || path === tree.path)
      .map(({ name, path, kind }) => {
        const isFolder = kind === 'folder'
        return {
          name,
          href: repoHref(repo.name, path, isFolder ? { ...pin, view: 'tree' } : pin),
          isCurrent: path === tree.path,
          inside: !isFolder ? null : tree.levels.has(path) ? levelOf(at, tree, path) : 'closed',
        }
      }),
    more: items.length > MAX_ENTRIES ? repoHref(repo.name, folder, pin) : null,
  }
}
