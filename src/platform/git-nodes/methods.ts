import { z } from 'zod'
import { isObjectId, type Mirror } from '../git/mirrors.ts'

const Oid = z.string().refine(isObjectId)
const Path = z.string()
const Names = z.array(z.string())
const Count = z.int().min(0)
const Bytes = z.string().transform((text) => Buffer.from(text, 'base64'))

const Push = z.strictObject({
  url: z.string(),
  branch: z.string(),
  startsAt: Oid,
  path: Path,
  content: z.string(),
  message: z.string(),
  author: z.strictObject({ name: z.string(), email: z.string(), at: z.coerce.date() }),
  token: z.string(),
  expects: z.array(Oid.nullable()),
})

const GrepOptions = z.strictObject({
  also: Names,
  isAllMatch: z.boolean(),
  isCaseSensitive: z.boolean(),
  linesPerFile: Count.nullable(),
  lineChars: Count,
  seconds: z.number().positive(),
})

type Answer = Promise<unknown> | AsyncIterable<unknown>
type Method = (mirror: Mirror, args: unknown) => Answer

function method<Args extends unknown[]>(args: z.ZodType<Args>, run: (mirror: Mirror, ...args: Args) => Answer): Method {
  return (mirror, given) => run(mirror, ...args.parse(given))
}

/** What a git node does for other processes: every method of a mirror that pages use, with its arguments as JSON. */
export const methods: { readonly [Name in keyof Mirror]: Method } = {
  isReadable: method(z.tuple([]), (mirror) => mirror.isReadable()),
  hasCommit: method(z.tuple([z.string()]), (mirror, commit) => mirror.hasCommit(commit)),
  tree: method(z.tuple([Oid]), (mirror, commit) => mirror.tree(commit)),
  folder: method(z.tuple([Oid, Path]), (mirror, commit, path) => mirror.folder(commit, path)),
  blob: method(z.tuple([Oid, Count]), (mirror, oid, max) => mirror.blob(oid, max)),
  blobStream: method(z.tuple([Oid]), (mirror, oid) => mirror.blobStream(oid)),
  blobs: method(z.tuple([Names, Count]), (mirror, names, each) => mirror.blobs(names, each)),
  findBlobs: method(z.tuple([Names]), (mirror, names) => mirror.findBlobs(names)),
  grep: method(
    z.tuple([
      z.strictObject({ commit: Oid, words: z.string(), skip: z.array(Bytes), options: GrepOptions.optional() }),
    ]),
    (mirror, query) => mirror.grep(query),
  ),
  history: method(
    z.tuple([z.strictObject({ commit: Oid, path: Path, since: Oid.optional() })]),
    (mirror, { since, ...ask }) => mirror.history({ ...ask, ...(since !== undefined && { since }) }),
  ),
  latest: method(z.tuple([Oid, Count]), (mirror, commit, limit) => mirror.latest(commit, limit)),
  lastCommits: method(z.tuple([Oid, Path, Names]), (mirror, commit, folder, names) =>
    mirror.lastCommits(commit, folder, names),
  ),
  touched: method(z.tuple([Oid, Count]), (mirror, commit, limit) => mirror.touched(commit, limit)),
  changes: method(z.tuple([Oid.nullable(), Oid, z.strictObject({ renames: z.boolean() })]), (mirror, from, to, ask) =>
    mirror.changes(from, to, ask),
  ),
  parentOf: method(z.tuple([Oid]), (mirror, commit) => mirror.parentOf(commit)),
  blame: method(z.tuple([Oid, Path]), (mirror, commit, path) => mirror.blame(commit, path)),
  push: method(z.tuple([Push]), (mirror, ask) => mirror.push(ask)),
}

export function isMethod(name: string): name is keyof Mirror {
  return Object.hasOwn(methods, name)
}
