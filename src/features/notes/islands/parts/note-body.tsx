import type { ComponentChildren, JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Block, type Inline, type Item, parseNote } from '../../body/tree.ts'

type Props = {
  content: string
  /** Ticks a checkbox. `form`: checkboxes are fields of the surrounding form. Absent: checkboxes are disabled. */
  tick?: ((index: number, checked: boolean) => void) | 'form'
}

/** Renders every line of a note, each block in its own text direction. Rendering never writes. */
export function NoteBody({ content, tick }: Props) {
  const drawn = useMemo(() => blocks(parseNote(content), tick), [content, tick])
  return <div class="note-text">{drawn}</div>
}

type Tick = Props['tick']

// Functions instead of components: a page may show hundreds of notes, and a component costs as much as its output.

function blocks(list: readonly Block[], tick: Tick): ComponentChildren {
  return list.map((block) => drawBlock(block, tick))
}

function drawBlock(block: Block, tick: Tick): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{inlines(block.children)}</p>
    case 'heading':
      // Not an HTML heading: notes must not appear in the outline of the page.
      return (
        <p dir="auto" class={`note-h${Math.min(block.level, 3)}`}>
          {inlines(block.children)}
        </p>
      )
    case 'list':
      return drawList(block, tick)
    case 'quote':
      return <blockquote dir="auto">{blocks(block.children, tick)}</blockquote>
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
        <pre tabIndex={0}>
          {block.info !== '' && <span class="note-info">{block.info}</span>}
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return drawTable(block)
    case 'rule':
      return <hr />
  }
}

function drawList(block: Extract<Block, { kind: 'list' }>, tick: Tick) {
  const items = block.items.map((item) => drawItem(item, tick))
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

function drawItem({ task, children }: Item, tick: Tick) {
  const [first, ...rest] = children
  const words = first?.kind === 'paragraph' ? inlines(first.children) : null
  if (!task) {
    const isTight = first?.kind === 'paragraph' && first.isTight
    return (
      <li dir="auto">
        {isTight ? words : first && drawBlock(first, tick)}
        {blocks(rest, tick)}
      </li>
    )
  }
  return (
    <li dir="auto" class="note-task">
      <label>
        <input
          type="checkbox"
          name={tick === 'form' ? 'task' : undefined}
          value={task.index}
          checked={task.checked}
          disabled={!tick}
          autocomplete="off"
          onChange={(event) => typeof tick === 'function' && tick(task.index, event.currentTarget.checked)}
        />
        <span>{words}</span>
      </label>
      {words === null && first && drawBlock(first, tick)}
      {blocks(rest, tick)}
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
      <table>
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

function inlines(list: readonly Inline[]): ComponentChildren {
  return list.map(drawInline)
}

function drawInline(inline: Inline): ComponentChildren {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlines(inline.children)}</strong>
    case 'em':
      return <em>{inlines(inline.children)}</em>
    case 's':
      return <s>{inlines(inline.children)}</s>
    case 'link':
      return drawLink(inline.href, inlines(inline.children))
  }
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
