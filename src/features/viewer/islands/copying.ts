import { linesWithEnds } from '#base/lines.ts'
import { announce } from '#browser/announce.ts'
import { call } from '#browser/api.ts'
import { copyText } from '#browser/clipboard.ts'
import { toast } from '#browser/toast.ts'
import { formatHash, type LineRange, lineTotal } from '../line-range.ts'
import type { ViewerWords } from '../messages/viewer.ts'

/** The URLs of a text that is not a library file: its JSON, its page, its permanent page and its bytes. */
export type Elsewhere = { text: string; page: string; pinned: string; raw: string }

export type Copied = { fileId: string; version: number; t: ViewerWords; elsewhere?: Elsewhere | undefined }

const TICK_MS = 1_200
const texts = new Map<string, Promise<string>>()

/** The stored characters, fetched once: the text in the page has lost its line ends. */
function storedText(from: Copied): Promise<string> {
  const path = pathOf(from)
  const known = texts.get(path) ?? readStored(path)
  texts.set(path, known)
  return known
}

function pathOf({ fileId, version, elsewhere }: Copied): string {
  return elsewhere?.text ?? `/api/files/${fileId}/versions/${version}`
}

/** A text that the page has loaded already. */
export function rememberText(from: Copied, text: string): void {
  texts.set(pathOf(from), Promise.resolve(text))
}

async function readStored(path: string): Promise<string> {
  const answer = await call<{ version: { content: string } }>('GET', path)
  if (answer.outcome === 'done') return answer.data.version.content
  texts.delete(path)
  throw new Error('The text could not be read')
}

/** Copies the whole file, or some lines with their stored line ends. */
export async function copyCode(from: Copied, range: LineRange | null, button: Element | null): Promise<void> {
  let total = range ? lineTotal(range) : 0
  const text = storedText(from).then((whole) => {
    const lines = linesWithEnds(whole)
    if (!range) {
      total = lines.length
      return whole
    }
    const chosen = lines.slice(range.from - 1, range.to)
    return chosen.map((line, i) => (i === chosen.length - 1 ? line.text : line.text + line.end)).join('')
  })
  await finish(await copyText(text), from.t, () => from.t.copiedLines(total), button)
}

/** `isPermanent` pins the version, so that the link always means these lines. */
export async function copyLink(
  from: Copied,
  range: LineRange | null,
  isPermanent: boolean,
  button: Element | null,
): Promise<void> {
  const page = isPermanent ? pinnedPage(from) : (from.elsewhere?.page ?? `/file/${from.fileId}`)
  const link = `${window.location.origin}${page}${range ? formatHash(range) : ''}`
  const done = await copyText(Promise.resolve(link))
  await finish(done, from.t, () => (isPermanent ? from.t.copiedPermalink : from.t.copiedLink), button)
}

function pinnedPage({ fileId, version, elsewhere }: Copied): string {
  return elsewhere?.pinned ?? `/file/${fileId}?v=${version}`
}

async function finish(done: boolean, t: ViewerWords, words: () => string, button: Element | null): Promise<void> {
  if (!done) {
    toast({ text: t.copyFailed, kind: 'error' })
    return
  }
  announce(words())
  button?.setAttribute('data-done', '')
  setTimeout(() => button?.removeAttribute('data-done'), TICK_MS)
}
