import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { BOARD_NAME_CHARS } from '../board.ts'
import type { BoardEntry, BoardNotice } from '../board-list.ts'
import { boardMessages } from '../messages/boards.ts'
import { DeleteBoard, RenameBoard } from './board-menus.tsx'

type Props = { frame: Frame; now: Date; boards: readonly BoardEntry[]; news: BoardNotice | null }

export function BoardsPage({ frame, now, boards, news }: Props) {
  const t = boardMessages(frame.locale)
  const home = boards.find(({ isDefault }) => isDefault)?.name ?? ''
  return (
    <Layout frame={frame} styles={['boards']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      {news && <News news={news} home={home} locale={frame.locale} />}
      <form class="board-new gap-2 flex" method="post" action="/boards">
        <label class="visually-hidden" for="board-name">
          {t.newBoard}
        </label>
        <input
          class="input"
          id="board-name"
          type="text"
          name="name"
          dir="auto"
          required
          maxLength={BOARD_NAME_CHARS}
          autocomplete="off"
          placeholder={t.newBoard}
        />
        <Button kind="primary" icon="plus">
          {t.create}
        </Button>
      </form>
      <ul class="board-cards grid gap-4">
        {boards.map((board) => (
          <BoardCard key={board.id} board={board} home={home} now={now} locale={frame.locale} />
        ))}
      </ul>
    </Layout>
  )
}

type CardProps = { board: BoardEntry; home: string; now: Date; locale: Locale }

function BoardCard({ board, home, now, locale }: CardProps) {
  const t = boardMessages(locale)
  return (
    <li class="board-card rings items-bottom anchor pad-4 grid gap-2">
      <div class="board-card-head gap-2 flex between items-top wide">
        <a
          class="board-card-link covers quiet-link shrinks breaks strong sized-l"
          href={`/boards/${board.id}`}
          dir="auto"
        >
          {board.name}
        </a>
        {board.isDefault && <Chip tone="accent">{t.isDefault}</Chip>}
      </div>
      <p class="stack meta">
        <span>{t.notes(board.notes)}</span>
        {!board.isDefault && (
          <span>
            {t.created} <Time at={board.createdAt} now={now} locale={locale} />
          </span>
        )}
      </p>
      <div class="board-card-actions flex anchor">
        <RenameBoard board={board} next="/boards" locale={locale} />
        {!board.isDefault && <DeleteBoard board={board} home={home} locale={locale} />}
      </div>
    </li>
  )
}

function News({ news, home, locale }: { news: BoardNotice; home: string; locale: Locale }) {
  return (
    <Notice kind={news.what === 'bad_name' ? 'warn' : 'success'} locale={locale}>
      {newsText(news, home, locale)}
    </Notice>
  )
}

function newsText({ what, n }: BoardNotice, home: string, locale: Locale): string {
  const t = boardMessages(locale)
  if (what === 'bad_name') return t.badName
  if (what === 'deleted') return n === 0 ? t.deletedEmpty : t.deleted(n, home)
  return t.renamed
}
