import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Direction, proseDirection, runsByPiece } from '#base/bidi/prose.ts'
import type { Range } from '#base/needle.ts'
import { HighlightedText, IsolatedText } from '#ui/components/marked.tsx'
import { type KnownLink, shownLink, type WrittenLink } from '#features/links/link.ts'
import { hasLetters, noteDirection, wordsOf } from '../../body/direction.ts'
import { linksAsText } from '../../body/links-as-text.ts'
import { type Block, type Inline, type Item, parseNote } from '../../body/tree.ts'

type Props = {
  content: string
  /** Ticks a checkbox. `form`: checkboxes are fields of the surrounding form. Absent: checkboxes are disabled. */
  tick?: ((index: number, checked: boolean) => void) | 'form'
  /** The note, and what its links mean, as far as that is known. */
  links?: NoteLinks | undefined
  /** False displays the addresses of links instead of linking to them: on paper, and for readers who did not write the note. */
  hasLinks?: boolean
}

/** Renders every line of a note, each block in its own text direction. Rendering never writes. */
export function NoteBody({ content, tick, links, hasLinks = true }: Props) {
  const drawn = useMemo(() => {
    const parsed = parseNote(content)
    return drawNote(hasLinks ? parsed : linksAsText(parsed), tick, links)
  }, [content, tick, links, hasLinks])
  return <div class="note-text">{drawn}</div>
}

/** The same for a body that a worker thread has parsed. */
export function ParsedBody({ parsed, tick, links }: { parsed: readonly Block[]; tick: Tick; links: NoteLinks }) {
  return <div class="note-text">{drawNote(parsed, tick, links)}</div>
}

type Tick = Props['tick']
/** `id`: of the note, null while it is not stored. */
export type NoteLinks = { id: string | null; known: readonly KnownLink[] }

/** `neutral`: the direction of a text without letters, such as `18%`: that of the note, if it has letters. */
type Around = { tick: Tick; links: NoteLinks | undefined; neutral: Direction | 'auto' }

// Functions instead of components: a page may show hundreds of notes, and a component costs as much as its output.

function drawNote(list: readonly Block[], tick: Tick, links?: NoteLinks): ComponentChildren {
  return blocks(list, { tick, links, neutral: noteDirection(list) ?? 'auto' })
}

function blocks(list: readonly Block[], around: Around): ComponentChildren {
  return list.map((block) => drawBlock(block, around))
}

function dirOf(list: readonly Inline[], { neutral }: Around): Around['neutral'] {
  return hasLetters(list) ? 'auto' : neutral
}

/** In a note from right to left, `-5` and `10:30, 11:45` stay in their order, at the side where the note begins. */
function words(list: readonly Inline[], { neutral, links }: Around): ComponentChildren {
  const drawn = inlines(list, links)
  return neutral === 'rtl' && !hasLetters(list) ? <bdi dir="ltr">{drawn}</bdi> : drawn
}

function dirOfBlocks([first]: readonly Block[], { neutral }: Around): Around['neutral'] {
  return first?.kind === 'paragraph' && !hasLetters(first.children) ? neutral : 'auto'
}

/**
 * The blocks of an item or a quote, which is `dir=auto` itself. That ignores children with their own direction, and its bullet
 * or bar would be on the wrong side, so the first paragraph inherits.
 */
function inner([first, ...rest]: readonly Block[], around: Around): ComponentChildren {
  return (
    <>
      {first?.kind === 'paragraph' ? <p>{words(first.children, around)}</p> : first && drawBlock(first, around)}
      {blocks(rest, around)}
    </>
  )
}

function drawBlock(block: Block, around: Around): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return <p dir={dirOf(block.children, around)}>{words(block.children, around)}</p>
    case 'heading':
      // Not an HTML heading: notes must not appear in the outline of the page.
      return (
        <p dir={dirOf(block.children, around)} class={`note-h${Math.min(block.level, 3)}`}>
          {words(block.children, around)}
        </p>
      )
    case 'list':
      return drawList(block, around)
    case 'quote':
      return <blockquote dir={dirOfBlocks(block.children, around)}>{inner(block.children, around)}</blockquote>
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
        <pre tabIndex={0}>
          {block.info !== '' && <span class="note-info strong">{block.info}</span>}
          <code>{marked(block)}</code>
        </pre>
      )
    case 'table':
      return drawTable(block, around)
    case 'rule':
      return <hr />
  }
}

function drawList(block: Extract<Block, { kind: 'list' }>, around: Around) {
  const items = block.items.map((item) => drawItem(item, around))
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

function drawItem({ task, children }: Item, around: Around) {
  const { tick } = around
  const dir = dirOfBlocks(children, around)
  const [first, ...rest] = children
  const text = first?.kind === 'paragraph' ? words(first.children, around) : null
  if (!task) {
    const isTight = first?.kind === 'paragraph' && first.isTight
    return (
      <li dir={dir}>
        {isTight ? text : inner(children, around)}
        {isTight && blocks(rest, around)}
      </li>
    )
  }
  return (
    <li dir={dir} class="note-task">
      <label class="gap-2 flex items-top">
        <input
          class="rigid"
          type="checkbox"
          name={tick === 'form' ? 'task' : undefined}
          value={task.index}
          checked={task.checked}
          disabled={!tick}
          autocomplete="off"
          onChange={(event) => typeof tick === 'function' && tick(task.index, event.currentTarget.checked)}
        />
        <span>{text}</span>
      </label>
      {text === null && first && drawBlock(first, around)}
      {blocks(rest, around)}
    </li>
  )
}

function drawTable(block: Extract<Block, { kind: 'table' }>, { links }: Around) {
  const cells = (row: Inline[][], Cell: 'th' | 'td') =>
    row.map((cell, i) => (
      <Cell key={i} dir="auto">
        {inlines(cell, links)}
      </Cell>
    ))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div class="note-table" tabIndex={0}>
      <table dir={proseDirection(block.head.map(wordsOf).join(' '))}>
        <thead>
          <tr>{cells(block.head, 'th')}</tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            <tr key={i}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The text of one block. Isolates are found in the whole block, because a phrase goes on through bold words. */
function inlines(list: readonly Inline[], links: NoteLinks | undefined): ComponentChildren {
  const texts = textsOf(list)
  const runs = runsByPiece(texts.map(({ text }) => text))
  const isolates = new Map(texts.flatMap(({ inline }, i) => (runs[i]?.length ? [[inline, runs[i]]] : [])))
  return draw(list, { isolates, links })
}

type Text = Extract<Inline, { kind: 'text' | 'code' }>
type Drawing = { isolates: ReadonlyMap<Inline, readonly Range[]>; links: NoteLinks | undefined }

/** A line break ends a phrase, as a letter of the sentence would; inline code is an isolate of its own. */
const BREAK = '\u05d0'
const CODE = '\ufffc'

function textsOf(list: readonly Inline[]): { inline: Inline; text: string }[] {
  return list.flatMap((inline) => {
    if ('children' in inline) return textsOf(inline.children)
    return [{ inline, text: inline.kind === 'text' ? inline.text : inline.kind === 'code' ? CODE : BREAK }]
  })
}

function draw(list: readonly Inline[], drawing: Drawing): ComponentChildren {
  return list.map((inline) => drawInline(inline, drawing))
}

function drawInline(inline: Inline, drawing: Drawing): ComponentChildren {
  switch (inline.kind) {
    case 'text':
      return drawing.isolates.has(inline) ? isolated(inline, drawing) : marked(inline)
    case 'code':
      // With a direction of its own it does not decide the direction of its paragraph.
      return <code dir="ltr">{marked(inline)}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{draw(inline.children, drawing)}</strong>
    case 'em':
      return <em>{draw(inline.children, drawing)}</em>
    case 's':
      return <s>{draw(inline.children, drawing)}</s>
    case 'link':
      return inline.named
        ? drawNamed(inline.named, inline.children, drawing)
        : drawLink(inline.href, draw(inline.children, drawing))
  }
}

function isolated(inline: Text, { isolates }: Drawing) {
  return <IsolatedText text={inline.text} isolates={isolates.get(inline) ?? []} ranges={inline.matches ?? []} />
}

/** A plain text needs no component: a hostile note has thousands of texts. */
function marked({ text, matches }: Pick<Text, 'text' | 'matches'>) {
  return matches ? <HighlightedText text={text} ranges={matches} /> : text
}

/** With the present name of its target. A name is an isolate: it may have another direction than the sentence. */
function drawNamed(named: WrittenLink, written: readonly Inline[], drawing: Drawing): ComponentChildren {
  const { id = null, known = [] } = drawing.links ?? {}
  const { href, words: shown } = shownLink(named, id === null ? null : { kind: 'note', id }, known)
  const isAsWritten = written.every((each) => each.kind === 'text' && each.text === shown)
  return drawLink(href, <bdi>{isAsWritten ? draw(written, drawing) : shown}</bdi>)
}

function drawLink(href: string, children: ComponentChildren) {
  const isOurs = /^[#/]/.test(href) && !href.startsWith('//')
  return isOurs ? (
    <a href={href}>{children}</a>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
