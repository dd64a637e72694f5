import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import Markdown, { type Env, type MarkdownIt, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { highlightLines } from '#base/highlight/highlight.ts'
import { escapeHtml } from '#base/html.ts'
import type { WrittenLink } from '#features/links/link.ts'
import { addNamedLinks, linkOf } from '#features/links/markdown-rule.ts'
import { LABELS } from './labels.ts'
import { decorate } from './markdown-decorate.ts'
import { mathPlugin } from './markdown-math.ts'
import { documentRules, type Heading, type Job, type Labels } from './markdown-rules.ts'
import { Sheet } from './markdown-sheet.ts'
import { type Link, safeTree } from './sanitize.ts'
import { slugger } from './slug.ts'

export type MarkdownOptions = {
  /** Texts that we add, in the language of the reader. */
  labels?: Labels
  /** Ids of the page around the text: a heading `# Main` must not take the target of the skip link. */
  reservedIds?: readonly string[]
  /** Resolves relative links, for texts that are shown at another URL than their own. */
  link?: Link
  /** The address and the words of `[[name]]`; absent, it stays text. */
  named?: (link: WrittenLink) => { href: string; words: string }
}

export type RenderedMarkdown = { html: string; headings: Heading[] }

// The rules of markdown-it are shared by all renderings, so each finds its job by its environment.
const jobs = new WeakMap<object, Job>()
const withHtml = renderer(true)
const withoutHtml = renderer(false)

/** Renders Markdown as safe HTML. Anchors of headings are the `anchor_id` of notes. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): RenderedMarkdown {
  // Text with HTML that would overload the parser is shown as its source.
  return (
    rendered(withHtml, text, options) ??
    rendered(withoutHtml, text, options) ?? { html: `<pre>${escapeHtml(text)}</pre>`, headings: [] }
  )
}

/** The languages of the code blocks, so that a page can load their grammars before rendering. */
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
    named: options.named ?? null,
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
  // Only full URLs become links: `main.py` and `readme.md` are files, although py and md are also country domains.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.use(footnote)
  md.use(mathPlugin)
  documentRules(md, jobOf)
  codeRules(md)
  footnoteRules(md)
  namedLinkRules(md)
  return md
}

function namedLinkRules(md: MarkdownIt): void {
  addNamedLinks(md)
  md.renderer.rules['named_link'] = (tokens, i, _, env) => {
    const { named, sheet } = jobOf(env)
    const token = tokens[i]
    const link = token && linkOf(token)
    if (!named || !link) return escapeHtml(token?.content ?? '')
    const { href, words } = named(link)
    return sheet.placeholder('span', { instead: { element: linkElement(href, words) } })
  }
}

/** A name is an isolate: it may have another direction than the sentence. */
function linkElement(href: string, words: string): Element {
  const name: Element = { type: 'element', tagName: 'bdi', properties: {}, children: [{ type: 'text', value: words }] }
  return { type: 'element', tagName: 'a', properties: { href }, children: [name] }
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

/** Left as its source; a script renders it when the reader asks. */
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
  // No newline after <pre><code>: browsers skip only one directly after <pre>.
  return `<div class="code-block" data-language="${escapeHtml(language)}"${line}><pre dir="ltr"><code class="hljs${name}">${lines}\n</code></pre></div>`
}

function lineAttribute(token: Token | undefined): string {
  return token?.map ? ` data-line="${token.map[0] + 1}"` : ''
}

/** Footnote ids contain a colon, which no heading anchor has. */
function footnoteRules(md: MarkdownIt): void {
  const { rules } = md.renderer
  const open = (env: Env | undefined, tag: string, properties: Record<string, string>) => {
    const { sheet } = jobOf(env)
    return `<${tag} ${sheet.attribute}="${sheet.add({ properties })}"`
  }
  rules['footnote_ref'] = (tokens, i, _, env) => {
    const { note, mention } = footnoteNumbers(tokens[i])
    return `<sup>${open(env, 'a', { id: `fnref:${mention}`, className: 'footnote-ref' })} href="#fn:${note}">${note}</a></sup>`
  }
  rules['footnote_block_open'] = (_tokens, _i, _, env) =>
    `${open(env, 'section', { className: 'footnotes', ariaLabel: jobOf(env).labels.footnotes })}><ol>`
  rules['footnote_block_close'] = () => '</ol></section>'
  rules['footnote_open'] = (tokens, i, _, env) => `${open(env, 'li', { id: `fn:${footnoteNumbers(tokens[i]).note}` })}>`
  rules['footnote_close'] = () => '</li>'
  rules['footnote_anchor'] = (tokens, i, _, env) => {
    const label = { className: 'footnote-back', ariaLabel: jobOf(env).labels.backToText }
    return ` ${open(env, 'a', label)} href="#fnref:${footnoteNumbers(tokens[i]).mention}">↩</a>`
  }
}

/** `note` numbers the footnote, `mention` the reference to it: one note may be referenced several times. */
function footnoteNumbers(token: Token | undefined): { note: number; mention: string } {
  const meta: unknown = token?.meta
  const id = numberIn(meta, 'id')
  const sub = numberIn(meta, 'subId')
  return { note: id + 1, mention: sub > 0 ? `${id + 1}:${sub}` : String(id + 1) }
}

function numberIn(meta: unknown, key: 'id' | 'subId'): number {
  if (typeof meta !== 'object' || meta === null || !(key in meta)) return 0
  const value: unknown = Reflect.get(meta, key)
  return typeof value === 'number' ? value : 0
}
