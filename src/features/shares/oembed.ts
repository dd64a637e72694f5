import { escapeHtml } from '#base/html.ts'
import { type LineRange, lineTotal, overlap } from '#features/viewer/line-range.ts'
import { type EmbedPart, embedPath, FRAME_SANDBOX, parseRange } from './embed.ts'
import { TOKEN } from './share.ts'

/** What the address in an oEmbed request leads to. `private`: an internal share, whether it exists or not. */
export type OembedTarget = { kind: 'link'; part: EmbedPart } | { kind: 'private' } | { kind: 'unknown' }

const UNKNOWN: OembedTarget = { kind: 'unknown' }

/** Accepts the address of a public link or of its embed, with `?file=`, `?lines=` and `#L3-L9`. */
export function parseTarget(text: string, origin: string): OembedTarget {
  const url = URL.parse(text)
  if (url?.origin !== origin) return UNKNOWN
  const [, first, token = '', last, ...more] = url.pathname.split('/')
  if (first === 'share') return { kind: 'private' }
  if (first !== 'shared' || !TOKEN.test(token) || more.length > 0) return UNKNOWN
  if (last !== undefined && last !== 'embed') return UNKNOWN
  const file = url.searchParams.get('file')
  const lines = url.searchParams.get('lines') ?? url.hash
  const range = parseRange(lines)
  if ((file !== null && !/^\d{1,3}$/.test(file)) || (lines !== '' && !range)) return UNKNOWN
  const position = file === null ? null : Number(file)
  return { kind: 'link', part: { token, position, range } }
}

export type OembedSize = { maxWidth: number | undefined; maxHeight: number | undefined }

const WIDTH = 720
const TALLEST = 600
/** The header of the embed, its borders and the padding around the lines. */
const AROUND_LINES = 62
const LINE_HEIGHT = 20

/** An answer of type `rich`: a frame that is as tall as its lines. The consumer's limits win over ours. */
export function describeEmbed(
  origin: string,
  part: EmbedPart,
  { name, range }: { name: string; range: LineRange },
  { maxWidth, maxHeight }: OembedSize,
) {
  const lines = lineTotal(overlap(part.range, range) ?? range)
  const wanted = AROUND_LINES + Math.max(lines, 1) * LINE_HEIGHT
  const width = Math.min(WIDTH, maxWidth ?? WIDTH)
  const height = Math.min(wanted, TALLEST, maxHeight ?? TALLEST)
  const attributes = {
    src: origin + embedPath(part),
    width: String(width),
    height: String(height),
    title: name,
    sandbox: FRAME_SANDBOX,
    referrerpolicy: 'no-referrer',
    loading: 'lazy',
    style: 'border:0;max-width:100%',
  }
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return { title: name, width, height, html: `<iframe ${written.join(' ')}></iframe>` }
}
