import type { Frame } from '#ui/frame.ts'
import { WorkspaceHead } from '#ui/components/workspace/head.tsx'
import { PathCrumbs } from '#ui/components/workspace/path.tsx'
import { FolderTree, type TreeLevel, type TreeNode } from '#ui/components/workspace/tree.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Layout } from '#ui/layout.tsx'
import { workspaceMessages } from '#ui/workspace-messages.ts'
import { splitPath } from '#features/files/path.ts'
import { viewerMessages } from '../messages/viewer.ts'
import type { FileTree } from '../view.ts'
import { crumbsOf, viewsOf } from './file-head.tsx'

/** Without script; the script takes the tree out of it for the pane beside the file. */
export function TreePage({ frame, ...tree }: FileTree & { frame: Frame }) {
  const { file } = tree
  const t = viewerMessages(frame.locale)
  const title = `${workspaceMessages(frame.locale).tree} · ${file.fileName}`
  return (
    <Layout frame={frame} styles={['viewer']} title={title}>
      <div class="viewer-view">
        <WorkspaceHead
          locale={frame.locale}
          path={
            <PathCrumbs label={t.path} above={crumbsOf(t, file)}>
              <h1 class="row shrinks sized-m">
                <FileName name={file.fileName} />
              </h1>
            </PathCrumbs>
          }
          views={viewsOf(file, true)}
          current={null}
        />
        <FolderTree locale={frame.locale} level={levelOf(tree, tree.root)} />
      </div>
    </Layout>
  )
}

function levelOf(tree: FileTree, folder: string): TreeLevel {
  const { file, opened, contents } = tree
  const folders = contents.folders.filter((path) => splitPath(path).folder === folder)
  const files = contents.files.filter((each) => each.folder === folder)
  const isCut = contents.hasMore || contents.cut.has(folder)
  // The tree may be cut before the file of this page.
  if (isCut && file.folder === folder && !files.some(({ id }) => id === file.id)) files.push(file)
  return {
    nodes: [
      ...folders
        .map((path): TreeNode => {
          const name = splitPath(path).fileName
          const href = `/file/${file.id}/tree?folder=${encodeURIComponent(path)}`
          return { name, href, isCurrent: false, inside: opened.has(path) ? levelOf(tree, path) : 'closed' }
        })
        .toSorted(byName),
      ...files
        .map(({ id, fileName }): TreeNode => {
          return { name: fileName, href: `/file/${id}`, isCurrent: id === file.id, inside: null }
        })
        .toSorted(byName),
    ],
    more: isCut ? `/files?folder=${encodeURIComponent(folder)}` : null,
  }
}

function byName(a: TreeNode, b: TreeNode): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true })
}
