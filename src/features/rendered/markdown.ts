import { toHtml } from 'hast-util-to-html'
import Markdown, { type Env, type MarkdownIt, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { escapeHtml, highlightLines } from '#base/highlight/highlight.ts'
import { LABELS } from './labels.ts'
import { decorate } from './markdown-decorate.ts'
import { mathPlugin } from './markdown-math.ts'
import { documentRules, type Heading, type Job, type Labels } from './markdown-rules.ts'
import { Sheet } from './markdown-sheet.ts'
import { type Link, safeTree } from './sanitize.ts'
import { slugger } from './slug.ts'

export type MarkdownOptions = {
  /** Words that we add, in the reader's language. */
  labels?: Labels
  /** Ids that the page around the text uses itself: a heading `# Main` must not take the skip link's target. */
  reservedIds?: readonly string[]
  /** Where a relative link leads, for texts whose place is not where they are shown. */
  link?: Link
}

export type RenderedMarkdown = { html: string; headings: Heading[] }

// The rules of markdown-it are shared by all renderings, so each finds its own job by its environment.
const jobs = new WeakMap<object, Job>()
const withHtml = renderer(true)
const withoutHtml = renderer(false)

/** Markdown as HTML that is safe to put into a page of ours. Anchors of headings are the `anchor_id` of notes. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): RenderedMarkdown {
  // HTML inside the text that is made to overload a parser is shown as it is written.
  return (
    rendered(withHtml, text, options) ??
    rendered(withoutHtml, text, options) ?? { html: `<pre>${escapeHtml(text)}</pre>`, headings: [] }
  )
}

/** The languages that code blocks name: a page loads their grammars first, then renders. */
export function fenceLanguages(text: string): string[] {
  return [
    ...new Set(Array.from(text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]+)/gm), (match) => match[1] ?? '')),
  ]
}

function rendered(md: MarkdownIt, text: string, options: MarkdownOptions): RenderedMarkdown | null {
  const job: Job = {
    sheet: new Sheet(text),
    slug: slugger(options.reservedIds ?? []),
    headings: [],
    labels: options.labels ?? LABELS.en,
  }
  const env: Env = {}
  jobs.set(env, job)
  const tree = safeTree(md.render(text, env), job.sheet.property, options.link)
  if (!tree) return null
  decorate(tree, job.sheet)
  return { html: toHtml(tree, { allowDangerousHtml: true }), headings: job.headings }
}

function jobOf(env: object | undefined): Job {
  const job = env && jobs.get(env)
  if (!job) throw new Error('A rule ran outside renderMarkdown')
  return job
}

function renderer(html: boolean): MarkdownIt {
  const md = new Markdown({ html, linkify: true })
  // Only whole addresses: `main.py` and `readme.md` are files, although py and md are countries too.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.use(footnote)
  md.use(mathPlugin)
  documentRules(md, jobOf)
  codeRules(md)
  footnoteRules(md)
  return md
}

function codeRules(md: MarkdownIt): void {
  const { rules } = md.renderer
  const put = (env: Env | undefined, tag: 'div' | 'span', html: string) =>
    jobOf(env).sheet.placeholder(tag, { instead: { html } })
  rules['fence'] = (tokens, i, _, env) => put(env, 'div', codeBlock(tokens[i]))
  rules['code_block'] = (tokens, i, _, env) => put(env, 'div', codeBlock(tokens[i]))
  rules['math_block'] = (tokens, i, _, env) =>
    put(env, 'div', `<div class="math-block"${lineAttribute(tokens[i])}>${math(tokens[i], 'display')}</div>`)
  rules['math_display'] = (tokens, i, _, env) => put(env, 'span', math(tokens[i], 'display'))
  rules['math_inline'] = (tokens, i, _, env) => put(env, 'span', math(tokens[i], 'inline'))
}

/** Left as its source: a script that the reader asks for draws it. */
function math(token: Token | undefined, kind: 'inline' | 'display'): string {
  return `<code class="math" data-math="${kind}" dir="ltr">${escapeHtml(token?.content ?? '')}</code>`
}

function codeBlock(token: Token | undefined): string {
  const source = token?.content ?? ''
  const language = /^[\w+#.-]+/.exec(token?.info.trim() ?? '')?.[0] ?? ''
  const line = lineAttribute(token)
  if (language === 'mermaid') return `<pre data-mermaid${line} dir="ltr"><code>${escapeHtml(source)}</code></pre>`
  const lines = highlightLines(source, language || null).join('\n')
  const name = language ? ` language-${escapeHtml(language)}` : ''
  // The newline after <pre><code> would be kept: only the one directly after <pre> is skipped by browsers.
  return `<div class="code-block" data-language="${escapeHtml(language)}"${line}><pre dir="ltr"><code class="hljs${name}">${lines}\n</code></pre></div>`
}

function lineAttribute(token: Token | undefined): string {
  return token?.map ? ` data-line="${token.map[0] + 1}"` : ''
}

/** Ids with a colon, which no heading's anchor has. */
function footnoteRules(md: MarkdownIt): void {
  const { rules } = md.renderer
  const open = (env: Env | undefined, tag: string, properties: Record<string, string>) => {
    const { sheet } = jobOf(env)
    return `<${tag} ${sheet.attribute}="${sheet.add({ properties })}"`
  }
  rules['footnote_ref'] = (tokens, i, _, env) => {
    const { note, place } = footnoteNumbers(tokens[i])
    return `<sup>${open(env, 'a', { id: `fnref:${place}`, className: 'footnote-ref' })} href="#fn:${note}">${note}</a></sup>`
  }
  rules['footnote_block_open'] = (_tokens, _i, _, env) =>
    `${open(env, 'section', { className: 'footnotes', ariaLabel: jobOf(env).labels.footnotes })}><ol>`
  rules['footnote_block_close'] = () => '</ol></section>'
  rules['footnote_open'] = (tokens, i, _, env) => `${open(env, 'li', { id: `fn:${footnoteNumbers(tokens[i]).note}` })}>`
  rules['footnote_close'] = () => '</li>'
  rules['footnote_anchor'] = (tokens, i, _, env) => {
    const label = { className: 'footnote-back', ariaLabel: jobOf(env).labels.backToText }
    return ` ${open(env, 'a', label)} href="#fnref:${footnoteNumbers(tokens[i]).place}">↩</a>`
  }
}

/** `note` numbers the footnote, `place` the mention of it: one note may be mentioned several times. */
function footnoteNumbers(token: Token | undefined): { note: number; place: string } {
  const meta: unknown = token?.meta
  const id = numberIn(meta, 'id')
  const sub = numberIn(meta, 'subId')
  return { note: id + 1, place: sub > 0 ? `${id + 1}:${sub}` : String(id + 1) }
}

function numberIn(meta: unknown, key: 'id' | 'subId'): number {
  if (typeof meta !== 'object' || meta === null || !(key in meta)) return 0
  const value: unknown = Reflect.get(meta, key)
  return typeof value === 'number' ? value : 0
}
