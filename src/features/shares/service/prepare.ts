import type { UserCtx } from '#platform/ctx.ts'
import { findChosen, getPackedContent } from '#features/files/public.ts'
import { type CodeRenderer, type LineRange, renderCode } from '#features/viewer/public.ts'
import { type Choice, hideAll, readChoice } from '../choice.ts'
import type { Preparation } from '../preparation.ts'
import type { Finding } from '../secrets/find.ts'
import type { SharedVersion } from '../share.ts'
import { lineMarks } from '../shared-note.ts'
import type { SeenFile } from '../view.ts'
import { assertLines } from './lines.ts'
import { prepareNotes } from './prepare-notes.ts'
import { scan } from './scan.ts'

export type PrepareRequest = {
  ids: readonly string[]
  version: number | undefined
  /** The only lines that are shared, of one file; null shares all of them. */
  range: LineRange | null
  position: number | undefined
  ticked: readonly string[]
  typed: ReadonlyMap<number, { lines: number[] | null }>
  /** Chosen notes. */
  noteIds: readonly string[]
  /** False on the first visit, where every finding is hidden. */
  hasChosen: boolean
}

/** The files as their readers will see them, rendered by the same codeRenderer. */
export async function prepareShare(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  ask: PrepareRequest,
): Promise<Preparation> {
  return ctx.slots.heavy.run(ctx.user.id, () => prepare(ctx, codeRenderer, ask))
}

async function prepare(ctx: UserCtx, codeRenderer: CodeRenderer, ask: PrepareRequest): Promise<Preparation> {
  const files = await listChosen(ctx, ask)
  // Load one text at a time: a hundred of them can be 200 MiB.
  const findings = new Map<number, Finding[]>()
  const unfinished: SeenFile[] = []
  for (const file of files) {
    if (file.range) await assertLines(ctx, file.id, file.version, file.range)
    const scanned = await scan(ctx, await getPackedContent(ctx, file, file.version), file.range)
    findings.set(file.position, scanned.findings)
    if (!scanned.isComplete) unfinished.push(file)
  }
  const choice = ask.hasChosen ? readChoice(ask.ticked, linesTyped(ask)) : hideAll(findings)
  const chosen = files.find(({ position }) => position === ask.position) ?? files[0]
  if (!chosen) throw new Error('A share without files was prepared')
  const source = await getPackedContent(ctx, chosen, chosen.version)
  const versions = files.map((file) => toVersion(file, choice))
  const notes = await prepareNotes(ctx, versions, toVersion(chosen, choice), ask.noteIds)
  const drawn = await renderCode(codeRenderer, ctx, source, {
    language: chosen.language,
    hiddenLines: choice.get(chosen.position) ?? [],
    range: chosen.range,
    marks: lineMarks(notes.shown),
  })
  return { files, findings, unfinished, choice, notes, chosen, drawn }
}

async function listChosen(ctx: UserCtx, { ids, version, range }: PrepareRequest) {
  const chosen = await findChosen(ctx, ids)
  return chosen.map(({ id, fileName: name, language, version: newest }, i) => {
    // An older version can only be shared alone, from its own page.
    const shown = chosen.length === 1 ? (version ?? newest) : newest
    return { position: i + 1, id, name, language, version: shown, range: chosen.length === 1 ? range : null }
  })
}

function toVersion({ id, position, version, range }: Preparation['files'][number], choice: Choice): SharedVersion {
  return { fileId: id, position, version, hiddenLines: [...(choice.get(position) ?? [])], range }
}

function linesTyped({ typed }: PrepareRequest): Choice {
  return new Map([...typed].map(([position, { lines }]) => [position, lines ?? []]))
}
