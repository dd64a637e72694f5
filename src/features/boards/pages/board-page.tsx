import type { HtmlBytes } from '#base/html-slot.ts'
import type { NoteId } from '#base/ids.ts'
import { direction, type Locale } from '#base/messages.ts'
import { Chip } from '#ui/components/chip.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import type { BoardEntry, BoardName, BoardNotice, BoardView, Unkept } from '../board-list.ts'
import { readingOrder } from '../canvas/arrange.ts'
import { island as BoardCanvas } from '../islands/board-canvas.tsx'
import { island as BoardList } from '../islands/board-list.tsx'
import { boardMessages } from '../messages/boards.ts'
import type { Note } from '#features/notes/note.ts'
import { DeleteBoard, RenameBoard } from './board-menus.tsx'
import { BoardNote } from './board-note.tsx'
import { NoteForm } from './note-form.tsx'

type Props = {
  frame: Frame
  now: Date
  board: BoardEntry
  boards: readonly BoardName[]
  notes: readonly Note[]
  /** Texts of the notes that are shown as they are written, by id. */
  plain: ReadonlyMap<string, HtmlBytes>
  view: BoardView
  /** The note whose form is open. */
  edit: NoteId | null
  /** The submitted fields that could not be saved, of an edited or a new note. */
  unkept: Unkept | null
  news: BoardNotice | null
}

export function BoardPage(props: Props) {
  const { frame, board, news, view } = props
  return (
    <Layout frame={frame} styles={['boards', 'notes']} title={board.name}>
      <div class="board" data-view={view}>
        <Head {...props} />
        {news && <News board={board} news={news} locale={frame.locale} />}
        <div class="board-as-canvas">
          <Island
            name="boards/board-canvas"
            component={BoardCanvas}
            props={islandProps(props)}
            when="visible"
            loads="boards/board-canvas"
          />
        </div>
        <div class="board-as-list">
          <Island name="boards/board-list" component={BoardList} props={islandProps(props)} when="visible" />
          <section class="board-list" id="board-list">
            <List {...props} />
          </section>
        </div>
      </div>
    </Layout>
  )
}

/** Islands start when visible, so the hidden one of the two views never starts. */
function islandProps({ frame, board, boards }: Props) {
  const named = ({ id, name, isDefault }: BoardName): BoardName => ({ id, name, isDefault })
  return { locale: frame.locale, board: named(board), boards: boards.map(named) }
}

function Head({ frame, board, boards, view }: Props) {
  const t = boardMessages(frame.locale)
  const home = boards.find(({ isDefault }) => isDefault)?.name ?? ''
  return (
    <div class="cluster below-4 gap-1-2">
      <a class="icon-button" href="/boards" aria-label={t.title} title={t.title}>
        <Icon name="back" />
      </a>
      <h1 class="shrinks breaks sized-xl" dir="auto">
        {board.name}
      </h1>
      {board.isDefault && <Chip tone="accent">{t.isDefault}</Chip>}
      <div class="flex">
        <RenameBoard board={board} next={`/boards/${board.id}`} locale={frame.locale} />
        {!board.isDefault && <DeleteBoard board={board} home={home} locale={frame.locale} />}
      </div>
      <nav class="segmented view-switch board-views" aria-label={t.view}>
        <a href={`/boards/${board.id}?view=canvas`} aria-current={view === 'canvas' ? 'page' : undefined}>
          {t.canvas}
        </a>
        <a href={`/boards/${board.id}?view=list`} aria-current={view === 'list' ? 'page' : undefined}>
          {t.list}
        </a>
      </nav>
    </div>
  )
}

/** The notes in reading order: the view for phones, for screen readers and without script. */
function List({ frame, now, board, boards, notes, plain, edit, unkept }: Props) {
  const t = boardMessages(frame.locale)
  const { locale } = frame
  const ordered = readingOrder(notes, ({ position, size }) => ({ ...position, ...size }), direction(locale))
  const isNew = edit === null
  return (
    <>
      <h2 class="visually-hidden">{t.notesOnBoard}</h2>
      <details class="note-new panel" open={notes.length === 0 || (isNew && unkept !== null)}>
        <summary class="row gap-2 medium">
          <Icon name="plus" />
          {t.newNote}
        </summary>
        <NoteForm board={board} boards={boards} note={null} unkept={isNew ? unkept : null} locale={locale} />
      </details>
      {notes.length === 0 && <EmptyState icon="note" title={t.emptyTitle} text={t.emptyText} />}
      <ul class="board-notes stack gap-3">
        {ordered.map((note) => (
          <BoardNote
            key={note.id}
            note={note}
            board={board}
            boards={boards}
            now={now}
            isEdited={note.id === edit}
            plain={plain.get(note.id) ?? null}
            unkept={note.id === edit ? unkept : null}
            locale={locale}
          />
        ))}
      </ul>
    </>
  )
}

const WARNINGS: readonly BoardNotice['what'][] = ['bad_name', 'note_gone', 'tick_stale']

function News({ board, news, locale }: { board: BoardEntry; news: BoardNotice; locale: Locale }) {
  const t = boardMessages(locale)
  const words = {
    renamed: t.renamed,
    deleted: t.deletedEmpty,
    bad_name: t.badName,
    note_saved: t.noteSaved,
    note_moved: t.noteMoved,
    note_deleted: t.noteDeleted,
    note_restored: t.noteRestored,
    note_gone: t.noteGone,
    tick_stale: t.tickStale,
  }
  return (
    <Notice kind={WARNINGS.includes(news.what) ? 'warn' : 'success'} locale={locale}>
      <div class="cluster gap-2-4">
        {words[news.what]}
        {news.what === 'note_deleted' && news.noteId && (
          <form method="post" action={`/boards/${board.id}/notes/${news.noteId}/restore`}>
            <button class="button button-plain">{t.undo}</button>
          </form>
        )}
      </div>
    </Notice>
  )
}
