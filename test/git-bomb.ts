import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export type BombLeaf = 'files' | 'links' | 'folders'
type Loose = { name: string; content: Buffer }

/** A git directory of about ten loose objects whose tip names `width ** depth` paths. `folders`: empty ones, which git does not list. */
export function gitBomb(folder: string, leaf: BombLeaf, { depth, width } = { depth: 8, width: 10 }): Loose[] {
  const objects: Loose[] = []
  const put = (kind: string, data: Buffer): Buffer => {
    const raw = Buffer.concat([Buffer.from(`${kind} ${data.length}\0`), data])
    const id = createHash('sha1').update(raw).digest()
    const hex = id.toString('hex')
    objects.push({ name: `${folder}/.git/objects/${hex.slice(0, 2)}/${hex.slice(2)}`, content: deflateSync(raw) })
    return id
  }
  const tree = (mode: string, id: Buffer): Buffer => {
    const entries = Array.from({ length: width }, (_, i) => [Buffer.from(`${mode} n${i}\0`), id]).flat()
    return put('tree', Buffer.concat(entries))
  }
  const lowest = leaf === 'folders' ? put('tree', Buffer.alloc(0)) : put('blob', Buffer.from('x'))
  let top = tree({ files: '100644', links: '120000', folders: '40000' }[leaf], lowest)
  for (let i = 1; i < depth; i++) top = tree('40000', top)
  const who = 'a <a@b> 1700000000 +0000'
  const commit = put('commit', Buffer.from(`tree ${top.toString('hex')}\nauthor ${who}\ncommitter ${who}\n\nx\n`))
  return [
    { name: `${folder}/.git/HEAD`, content: Buffer.from('ref: refs/heads/main\n') },
    { name: `${folder}/.git/refs/heads/main`, content: Buffer.from(`${commit.toString('hex')}\n`) },
    ...objects,
  ]
}
