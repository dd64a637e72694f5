import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { bulkIds, findAllLive, getContent } from '#features/files/public.ts'
import { drawCode, type Painter } from '#features/viewer/public.ts'
import { type Choice, hideAll, readChoice } from '../choice.ts'
import { hideLines } from '../hidden-lines.ts'
import { type Finding, findSecrets } from '../secrets/find.ts'
import type { Preparation } from '../preparation.ts'

export type PrepareAsk = {
  ids: readonly string[]
  version: number | undefined
  place: number | undefined
  ticked: readonly string[]
  typed: ReadonlyMap<number, { lines: number[] | null }>
  /** False on the first visit: then everything that looks secret is hidden. */
  hasChosen: boolean
}

/** The files as their readers will see them, drawn by the same hand. */
export async function prepareShare(ctx: UserCtx, painter: Painter, ask: PrepareAsk): Promise<Preparation> {
  const ids = bulkIds(ask.ids)
  const files = await inOrderOf(ctx, ids, ask.version)
  const texts = new Map<number, string>()
  const findings = new Map<number, Finding[]>()
  for (const { place, id, version } of files) {
    const text = await getContent(ctx, { id }, version)
    texts.set(place, text)
    findings.set(place, findSecrets(text))
  }
  const choice = ask.hasChosen ? readChoice(ask.ticked, linesTyped(ask)) : hideAll(findings)
  const chosen = files.find(({ place }) => place === ask.place) ?? files[0]
  if (!chosen) throw new Error('A share without files was prepared')
  const shown = hideLines(texts.get(chosen.place) ?? '', choice.get(chosen.place) ?? [])
  return { files, findings, choice, chosen, drawn: await drawCode(painter, shown, chosen.language) }
}

async function inOrderOf(ctx: UserCtx, ids: readonly FileId[], version: number | undefined) {
  const live = new Map((await findAllLive(ctx, ids)).map((file) => [file.id, file]))
  return ids.flatMap((id, i) => {
    const file = live.get(id)
    if (!file) return []
    const { fileName: name, language } = file
    // An older version is shared alone, from its own page.
    return [{ place: i + 1, id, name, language, version: ids.length === 1 ? (version ?? file.version) : file.version }]
  })
}

function linesTyped({ typed }: PrepareAsk): Choice {
  return new Map([...typed].map(([place, { lines }]) => [place, lines ?? []]))
}
