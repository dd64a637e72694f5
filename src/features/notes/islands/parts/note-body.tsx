import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Direction, proseDirection, runsByPiece } from '#base/bidi/prose.ts'
import type { Range } from '#base/needle.ts'
import { HighlightedText, IsolatedText } from '#ui/components/marked.tsx'
import { hasLetters, noteDirection, wordsOf } from '../../body/direction.ts'
import { linksAsText } from '../../body/links-as-text.ts'
import { type Block, type Inline, type Item, parseNote } from '../../body/tree.ts'

type Props = {
  content: string
  /** Ticks a checkbox. `form`: checkboxes are fields of the surrounding form. Absent: checkboxes are disabled. */
  tick?: ((index: number, checked: boolean) => void) | 'form'
  /** False displays the addresses of links instead of linking to them: on paper, and for readers who did not write the note. */
  hasLinks?: boolean
}

/** Renders every line of a note, each block in its own text direction. Rendering never writes. */
export function NoteBody({ content, tick, hasLinks = true }: Props) {
  const drawn = useMemo(() => {
    const parsed = parseNote(content)
    return drawNote(hasLinks ? parsed : linksAsText(parsed), tick)
  }, [content, tick, hasLinks])
  return <div class="note-text">{drawn}</div>
}

/** The same for a body that a worker thread has parsed. */
export function ParsedBody({ parsed, tick }: { parsed: readonly Block[]; tick: Tick }) {
  return <div class="note-text">{drawNote(parsed, tick)}</div>
}

type Tick = Props['tick']

/** `neutral`: the direction of a text without letters, such as `18%`: that of the note, if it has letters. */
type Around = { tick: Tick; neutral: Direction | 'auto' }

// Functions instead of components: a page may show hundreds of notes, and a component costs as much as its output.

function drawNote(list: readonly Block[], tick: Tick): ComponentChildren {
  return blocks(list, { tick, neutral: noteDirection(list) ?? 'auto' })
}

function blocks(list: readonly Block[], around: Around): ComponentChildren {
  return list.map((block) => drawBlock(block, around))
}

function dirOf(list: readonly Inline[], { neutral }: Around): Around['neutral'] {
  return hasLetters(list) ? 'auto' : neutral
}

/** In a note from right to left, `-5` and `10:30, 11:45` stay in their order, at the side where the note begins. */
function words(list: readonly Inline[], { neutral }: Around): ComponentChildren {
  return neutral === 'rtl' && !hasLetters(list) ? <bdi dir="ltr">{inlines(list)}</bdi> : inlines(list)
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
      return drawTable(block)
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

function drawTable(block: Extract<Block, { kind: 'table' }>) {
  const cells = (row: Inline[][], Cell: 'th' | 'td') =>
    row.map((cell, i) => (
      <Cell key={i} dir="auto">
        {inlines(cell)}
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
function inlines(list: readonly Inline[]): ComponentChildren {
  const texts = textsOf(list)
  const runs = runsByPiece(texts.map(({ text }) => text))
  return draw(list, new Map(texts.flatMap(({ inline }, i) => (runs[i]?.length ? [[inline, runs[i]]] : []))))
}

type Text = Extract<Inline, { kind: 'text' | 'code' }>
type Isolates = ReadonlyMap<Inline, readonly Range[]>

/** A line break ends a phrase, as a letter of the sentence would; inline code is an isolate of its own. */
const BREAK = '\u05d0'
const CODE = '\ufffc'

function textsOf(list: readonly Inline[]): { inline: Inline; text: string }[] {
  return list.flatMap((inline) => {
    if ('children' in inline) return textsOf(inline.children)
    return [{ inline, text: inline.kind === 'text' ? inline.text : inline.kind === 'code' ? CODE : BREAK }]
  })
}

function draw(list: readonly Inline[], isolates: Isolates): ComponentChildren {
  return list.map((inline) => drawInline(inline, isolates))
}

function drawInline(inline: Inline, isolates: Isolates): ComponentChildren {
  switch (inline.kind) {
    case 'text':
      return isolates.has(inline) ? isolated(inline, isolates) : marked(inline)
    case 'code':
      // With a direction of its own it does not decide the direction of its paragraph.
      return <code dir="ltr">{marked(inline)}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{draw(inline.children, isolates)}</strong>
    case 'em':
      return <em>{draw(inline.children, isolates)}</em>
    case 's':
      return <s>{draw(inline.children, isolates)}</s>
    case 'link':
      return drawLink(inline.href, draw(inline.children, isolates))
  }
}

function isolated(inline: Text, isolates: Isolates) {
  return <IsolatedText text={inline.text} isolates={isolates.get(inline) ?? []} ranges={inline.matches ?? []} />
}

/** A plain text needs no component: a hostile note has thousands of texts. */
function marked({ text, matches }: Pick<Text, 'text' | 'matches'>) {
  return matches ? <HighlightedText text={text} ranges={matches} /> : text
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
