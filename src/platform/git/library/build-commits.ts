import {
  changeTree,
  emptyTree,
  folderChange,
  type GitTree,
  parseTree,
  treeDelta,
  treeEntry,
  type TreeEntryChange,
  treeName,
} from './git-tree.ts'
import { hashObject, type PackPart, startPart } from './pack-part.ts'

export type FilePut = { path: string; isExecutable: boolean; oid: string }

/** One commit: which paths it removes and puts, and its text from the line `author` on. */
export type CommitInput = { remove: readonly string[]; put: readonly FilePut[]; text: Uint8Array }

/** Every folder of a commit as git stores it, by its path as latin1; the root is the empty path. */
export type Trees = ReadonlyMap<string, Uint8Array>

export type CommitsInput = {
  /** Of the parent; empty for the first commit. */
  trees: Trees
  parent: string | null
  /** Hashes of trees that the pack has already: a tree comes back when a change is undone. */
  known: ReadonlySet<string>
  commits: readonly CommitInput[]
}
export type BuiltCommits = PackPart & { trees: Trees; head: string | null; written: string[] }

type Part = ReturnType<typeof startPart>
type Stored = { tree: GitTree; offset: number }

/** One folder, and where its states are in the pack. */
type Folder = { tree: GitTree; stored: Map<number, Stored | null>; changed: string[][] }

type Writer = { part: Part; known: ReadonlySet<string>; written: Set<string>; folders: Map<string, Folder> }

export function buildCommits({ trees, parent, known, commits }: CommitsInput): BuiltCommits {
  const part = startPart()
  const folders = new Map([...trees].map(([path, raw]) => [path, newFolder(parseTree(raw))]))
  const writer: Writer = { part, known, written: new Set(), folders }
  let head = parent
  for (const commit of commits) {
    const tree = writeTrees(writer, changesOf(commit))
    const text = Buffer.concat([Buffer.from(`tree ${tree}\n${head === null ? '' : `parent ${head}\n`}`), commit.text])
    const oid = hashObject('commit', text)
    part.add('commit', oid, text)
    head = oid.toString('hex')
  }
  const after = new Map([...folders].map(([path, { tree }]) => [path, tree.bytes]))
  return { ...part.finish(), trees: after, head, written: [...writer.written] }
}

function newFolder(tree: GitTree): Folder {
  return { tree, stored: new Map(), changed: [] }
}

/** Writes the changed folders from the deepest to the root, whose hash it returns. A folder without files does not exist. */
function writeTrees(writer: Writer, changes: Map<string, TreeEntryChange[]>): string {
  const depth = (path: string) => (path === '' ? 0 : path.split('/').length)
  for (const path of [...changes.keys()].toSorted((a, b) => depth(b) - depth(a))) {
    const folder = writer.folders.get(path) ?? newFolder(emptyTree)
    const own = changes.get(path) ?? []
    const isEmpty = changeTree(folder.tree, own).bytes.length === 0
    if (path === '') {
      writer.folders.set(path, folder)
      return writeTree(writer, folder, own)
    }
    const { parent, name } = splitName(path)
    // The empty tree of a removed folder would be in the pack without anything that refers to it.
    if (isEmpty) writer.folders.delete(path)
    else writer.folders.set(path, folder)
    changes.get(parent)?.push(folderChange(name, isEmpty ? null : writeTree(writer, folder, own)))
  }
  throw new Error('The root is always written')
}

/**
 * State number `i` of a folder is stored as the difference to state `i` without its lowest bit, so that no chain of differences
 * is longer than the number of bits, and a difference has only the names that changed between the two.
 */
function writeTree({ part, known, written }: Writer, folder: Folder, changes: readonly TreeEntryChange[]): string {
  const { stored, changed } = folder
  const i = changed.length
  changed.push(changes.map(({ name }) => name))
  const tree = changeTree(folder.tree, changes)
  folder.tree = tree
  const oid = hashObject('tree', tree.bytes)
  const hex = oid.toString('hex')
  const from = i & (i - 1)
  const base = stored.get(from) ?? null
  if (known.has(hex) || written.has(hex)) stored.set(i, null)
  else if (i > 0 && base && tree.bytes.length > 0) {
    const names = changed.slice(from + 1, i + 1).flat()
    const size = { offset: base.offset, length: base.tree.bytes.length }
    stored.set(i, { tree, offset: part.addDelta(oid, size, tree.bytes.length, treeDelta(base.tree, tree, names)) })
  } else stored.set(i, { tree, offset: part.add('tree', oid, tree.bytes) })
  for (const bit of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]) if (i % (2 * bit) === 0) stored.delete(i - bit)
  written.add(hex)
  return hex
}

/** By folder, with every folder above. Removals first: in one commit two files may exchange their paths. */
function changesOf({ remove, put }: CommitInput): Map<string, TreeEntryChange[]> {
  const changes = new Map<string, TreeEntryChange[]>([['', []]])
  const add = (path: string, entryOf: (name: string) => Buffer | null) => {
    const { parent, name } = splitName(treeName(path))
    for (let folder = parent; folder !== ''; folder = splitName(folder).parent)
      if (!changes.has(folder)) changes.set(folder, [])
    changes.get(parent)?.push({ name, entry: entryOf(name) })
  }
  for (const path of remove) add(path, () => null)
  for (const { path, isExecutable, oid } of put)
    add(path, (name) => treeEntry(isExecutable ? '100755' : '100644', name, oid))
  return changes
}

function splitName(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf('/')
  return { parent: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) }
}
