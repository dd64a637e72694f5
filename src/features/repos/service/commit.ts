import { detectLanguage } from '#base/language/language.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Change } from '#platform/git/diff.ts'
import { isDeadlineOrBusy } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import { fileNameOf } from '../links.ts'
import type { At, ChangedFile, CommitItem } from '../view.ts'
import { drawTexts, type CodeRenderer } from './draw-diff.ts'
import { heavyReading } from './open.ts'

const MAX_CHANGED_FILES = 100
const MAX_DIFF_BYTES = 256 * 1024

export type OpenedCommit = { about: CommitItem; parent: string | null; files: ChangedFile[]; isCut: boolean }

/** The changes of a commit against its first parent. */
export async function openCommit(
  ctx: UserCtx,
  { repo, commit }: At,
  codeRenderer: CodeRenderer,
): Promise<OpenedCommit> {
  const mirror = ctx.mirrors.of(repo)
  return heavyReading(ctx, repo, async () => {
    const [about] = await mirror.latest(commit, 1)
    const parent = await mirror.parentOf(commit)
    const changes: Change[] = []
    for await (const change of mirror.changes(parent, commit)) {
      if (changes.push(change) > MAX_CHANGED_FILES) break
    }
    const shown = changes.slice(0, MAX_CHANGED_FILES)
    const oids = [...new Set(shown.flatMap(({ fromOid, toOid, isText }) => (isText ? [fromOid, toOid] : [])))]
    const wanted = oids.filter((oid) => oid !== null)
    const bytes = new Map((await mirror.blobs(wanted, MAX_DIFF_BYTES)).map((blob, i) => [wanted[i] ?? '', blob]))
    const textOf = (oid: string | null) => (oid === null ? '' : decodeText(bytes.get(oid) ?? Buffer.from([0])))
    const files: ChangedFile[] = []
    for (const change of shown) files.push(await drawChange(ctx, change, textOf, codeRenderer))
    const unknown = { commit, author: '', at: new Date(0), subject: '' }
    return { about: about ?? unknown, parent, files, isCut: changes.length > MAX_CHANGED_FILES }
  })
}

async function drawChange(
  ctx: UserCtx,
  { kind, from, to, fromOid, toOid, isText }: Change,
  textOf: (oid: string | null) => string | null,
  codeRenderer: CodeRenderer,
): Promise<ChangedFile> {
  const [before, after] = isText ? [textOf(fromOid), textOf(toOid)] : [null, null]
  const notDrawn = { rows: null, isSame: false, added: 0, removed: 0 }
  if (before === null || after === null) return { kind, from, to, ...notDrawn }
  const texts = { from: before, to: after, language: detectLanguage(fileNameOf(to), after) }
  try {
    return { kind, from, to, ...(await drawTexts(codeRenderer, ctx, texts)) }
  } catch (error) {
    // One slow file must not fail the page for a hundred others.
    if (isDeadlineOrBusy(error)) return { kind, from, to, ...notDrawn }
    throw error
  }
}
