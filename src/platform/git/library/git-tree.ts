import type { DeltaStep } from './pack-part.ts'

/**
 * One folder of a tree. Names are UTF-8 bytes as a latin1 string, with a slash after those of folders: comparing two of them then
 * compares bytes, which is the order that git requires.
 */
export type GitTree = {
  names: readonly string[]
  /** Where each entry begins in `bytes`, and one more for the end. */
  starts: Uint32Array
  bytes: Buffer
}

export type TreeEntryChange = { name: string; entry: Buffer | null }

export const emptyTree: GitTree = { names: [], starts: new Uint32Array(1), bytes: Buffer.alloc(0) }

export function treeName(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1')
}

const FOLDER_MODE = '40000'

export function treeEntry(mode: string, name: string, oid: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')])
}

/** The change of a folder in the folder that contains it; null removes it. */
export function folderChange(name: string, oid: string | null): TreeEntryChange {
  return { name: `${name}/`, entry: oid === null ? null : treeEntry(FOLDER_MODE, name, oid) }
}

const OID_BYTES = 20

export function parseTree(raw: Uint8Array): GitTree {
  const bytes = Buffer.from(raw)
  const names: string[] = []
  const starts: number[] = []
  for (let at = 0; at < bytes.length;) {
    const [space, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)]
    const isFolder = bytes.toString('latin1', at, space) === FOLDER_MODE
    names.push(bytes.toString('latin1', space + 1, end) + (isFolder ? '/' : ''))
    starts.push(at)
    at = end + 1 + OID_BYTES
  }
  return { names, starts: Uint32Array.from([...starts, bytes.length]), bytes }
}

/** The tree with these entries put (or removed when null). Later changes of one name win. */
export function changeTree(tree: GitTree, changes: readonly TreeEntryChange[]): GitTree {
  let changed = tree
  for (const { name, entry } of changes) changed = changeEntry(changed, name, entry)
  return changed
}

function changeEntry(tree: GitTree, name: string, entry: Buffer | null): GitTree {
  const { index, isThere } = find(tree.names, name)
  const from = startOf(tree, index)
  const to = isThere ? startOf(tree, index + 1) : from
  const grown = (entry?.length ?? 0) - (to - from)
  const gone = isThere ? 1 : 0
  const added = entry ? 1 : 0
  const starts = new Uint32Array(tree.starts.length + added - gone)
  starts.set(tree.starts.subarray(0, index))
  for (let i = index + gone; i < tree.starts.length; i++) starts[i + added - gone] = (tree.starts[i] ?? 0) + grown
  if (entry) starts[index] = from
  const names = added === gone ? tree.names : tree.names.toSpliced(index, gone, ...(entry ? [name] : []))
  const bytes = Buffer.concat([tree.bytes.subarray(0, from), entry ?? Buffer.alloc(0), tree.bytes.subarray(to)])
  return { names, starts, bytes }
}

/** How to make `tree` from `base`, where only these names differ. */
export function treeDelta(base: GitTree, tree: GitTree, names: Iterable<string>): DeltaStep[] {
  const steps: DeltaStep[] = []
  let copied = 0
  for (const name of [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))) {
    const old = find(base.names, name)
    const from = startOf(base, old.index)
    if (from > copied) steps.push({ copy: copied, length: from - copied })
    copied = old.isThere ? startOf(base, old.index + 1) : from
    const now = find(tree.names, name)
    if (now.isThere) steps.push({ insert: tree.bytes.subarray(startOf(tree, now.index), startOf(tree, now.index + 1)) })
  }
  if (copied < base.bytes.length) steps.push({ copy: copied, length: base.bytes.length - copied })
  return steps
}

function startOf({ starts }: GitTree, index: number): number {
  return starts[index] ?? 0
}

/** Binary search: where the name is, or where it belongs. */
function find(names: readonly string[], name: string): { index: number; isThere: boolean } {
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((names[middle] ?? '') < name) low = middle + 1
    else high = middle
  }
  return { index: low, isThere: names[low] === name }
}
