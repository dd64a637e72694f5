import type { Locale } from '#base/messages.ts'
import { joinRanges } from '#base/search-query/text-terms.ts'
import { isoUtc } from '#base/time.ts'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { relativeTime } from '#base/relative-time.ts'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { ParsedBody } from '#features/notes/islands/parts/note-body.tsx'
import { NoteTags } from '#features/notes/islands/parts/note-tags.tsx'
import { nameOf } from '#features/notes/note-name.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { markedTitle } from '#features/notes/note-search.ts'
import { shortWhen } from '#features/reminders/when-words.ts'
import { fieldsOf, inboxHref, type InboxQuery } from '../address.ts'
import { bulkMessages } from '../messages/bulk.ts'
import { inboxMessages } from '../messages/inbox.ts'
import { textsToMark } from '../query.ts'
import { attachUrl, openUrl, type ShownNote, sourceName } from '../shown-note.ts'
import { BULK_FORM } from './bulk-bar.tsx'
import { SOURCE_ICONS } from './filters.tsx'
import { SourceName } from './source-name.tsx'

type Props = { shown: ShownNote; query: InboxQuery; now: Date; zone: string; locale: Locale }

/** One note. Its first link opens it at its place and has the focus when keys walk through the list. */
export function NoteRow(props: Props) {
  const { shown, query, now, locale } = props
  const { note, remindAt } = shown
  const t = inboxMessages(locale)
  return (
    <li
      class="inbox-note"
      id={noteElementId(note.id)}
      data-id={note.id}
      data-updated-at={isoUtc(note.updatedAt)}
      data-remind-at={remindAt ? isoUtc(remindAt) : undefined}
      data-due={remindAt && remindAt <= now ? '' : undefined}
    >
      <article
        class="note stack breaks anchor sized-m"
        data-color={note.color}
        aria-label={nameOf(note.title, note.content) || t.untitled}
      >
        <Head {...props} />
        <div class="note-body">
          {note.title !== '' && (
            <h3 class="note-title strong sized-m" dir="auto">
              <HighlightedText text={note.title} ranges={titleRanges(note.title, query.q)} />
            </h3>
          )}
          <Body {...props} />
          <NoteTags tags={note.tags} label={t.tags} />
        </div>
        <Foot {...props} />
      </article>
    </li>
  )
}

/** The words of the search in a title, compared as the search compares. */
function titleRanges(title: string, q: string) {
  return joinRanges(textsToMark(q).flatMap((text) => markedTitle(title, text).ranges))
}

function Head({ shown, query, locale }: Props) {
  const { note, state, isFileGone } = shown
  const t = inboxMessages(locale)
  const { kind } = note.target
  const name = sourceName(shown)
  const lines = note.lineStart === null ? null : lineLabel(note.lineStart, note.lineEnd)
  const states = { changed: t.stateChanged, lost: isFileGone ? t.stateFileGone : t.stateLost, unknown: t.stateUnknown }
  return (
    <header class="note-head inbox-note-head row gap-2">
      <label class="tick-area">
        <input
          class="note-tick"
          type="checkbox"
          name="note_ids"
          value={note.id}
          form={BULK_FORM}
          autocomplete="off"
          aria-label={bulkMessages(locale).select(nameOf(note.title, note.content) || t.untitled)}
        />
      </label>
      <a class="inbox-open small-icons gap-2 tiny shrinks medium inline-row plain" href={openUrl(shown)}>
        <Icon name={SOURCE_ICONS[kind]} />
        <span class="visually-hidden">
          {nameOf(note.title, note.content) || t.untitled}, {colorMessages(locale)[note.color]},{' '}
          {{ file: t.inFile, board: t.onBoard, repo: t.inRepo }[kind]}{' '}
        </span>
        <SourceName kind={kind} name={name} />
        {lines && <bdi dir="ltr">{lines}</bdi>}
        {!lines && note.anchorText !== null && note.anchorId !== null && (
          <bdi class="truncate shrinks">{note.anchorText}</bdi>
        )}
      </a>
      {state !== 'here' && <span class="inbox-state tiny rigid medium">{states[state]}</span>}
      <a
        class="note-tool mid-icons inbox-only push rigid plain-button"
        href={inboxHref({ ...query, noteId: null, source: sourceOf(shown) })}
        aria-label={t.onlyHere(sourceLabel(shown))}
        title={t.onlyHere(sourceLabel(shown))}
      >
        <Icon name="filter" />
      </a>
    </header>
  )
}

function sourceOf({ note: { target } }: ShownNote): InboxQuery['source'] {
  switch (target.kind) {
    case 'file':
      return { kind: 'file', fileId: target.fileId }
    case 'board':
      return { kind: 'board', boardId: target.boardId }
    case 'repo':
      return { kind: 'repo', repoName: target.repoName }
  }
}

/** Notes of a repository are filtered by repository, not by file. */
function sourceLabel(shown: ShownNote): string {
  const { target } = shown.note
  return target.kind === 'repo' ? target.repoName : sourceName(shown)
}

function Body({ shown, query, locale }: Props) {
  const { note, body } = shown
  const t = inboxMessages(locale)
  if (note.content.trim() === '') return note.title === '' ? <p class="small above-1">{t.untitled}</p> : null
  const { blocks, tasks, isCut, found } = body
  const links = { id: note.id, known: note.links ?? [] }
  return (
    <>
      {tasks === 0 ? (
        <ParsedBody parsed={blocks} tick={undefined} links={links} />
      ) : (
        <form class="inbox-ticks" method="post" action={`/notes/${note.id}/tasks`}>
          <input type="hidden" name="prev_updated_at" value={isoUtc(note.updatedAt)} />
          <input type="hidden" name="shown" value={tasks} />
          <input type="hidden" name="back" value={new URLSearchParams(fieldsOf(query)).toString()} />
          <ParsedBody parsed={blocks} tick="form" links={links} />
          <button class="note-button note-ticks tiny medium">{t.saveTicks}</button>
        </form>
      )}
      {found && (
        <p class="inbox-found above-2" dir="auto">
          …<ProseText text={found.text} ranges={found.ranges} />
          {found.cut.end && '…'}
        </p>
      )}
      {isCut && (
        <p class="small above-1">
          {t.longer} <a href={openUrl(shown)}>{t.openWhole}</a>
        </p>
      )}
    </>
  )
}

function Foot({ shown, now, zone, locale }: Props) {
  const { note, remindAt, isRepeating } = shown
  const t = inboxMessages(locale)
  const attach = attachUrl(shown)
  return (
    <footer class="note-foot inbox-foot cluster gap-1-2 tiny">
      <span class="inbox-when">
        <span class="visually-hidden">{t.created} </span>
        <Time at={note.createdAt} now={now} locale={locale} />
      </span>
      {remindAt && (
        <span class="inbox-remind small-icons inline-row gap-1">
          <Icon name="bell" />
          {remindAt <= now ? (
            `${t.due}, ${relativeTime(remindAt, now, locale)}`
          ) : (
            <>
              {t.remindAt} <span data-when={isoUtc(remindAt)}>{shortWhen(remindAt, now, locale, zone)}</span>
            </>
          )}
          {isRepeating && (
            <span title={t.repeats}>
              <Icon name="repeat" />
              <span class="visually-hidden">, {t.repeats}</span>
            </span>
          )}
        </span>
      )}
      <span class="wraps push gap-1">
        {remindAt && (
          <ReminderActs note={note.id} remindAt={isoUtc(remindAt)} isDue={remindAt <= now} locale={locale} />
        )}
        {attach && (
          <a class="note-button inbox-attach tiny medium inline-row plain" href={attach}>
            {t.attach}
          </a>
        )}
      </span>
    </footer>
  )
}

type ActsProps = { note: string; remindAt: string; isDue: boolean; locale: Locale }

/** With script the forms are handled by the island; without it, by the page of reminders, which snoozes from now on. */
function ReminderActs({ note, remindAt, isDue, locale }: ActsProps) {
  const t = inboxMessages(locale)
  return (
    <>
      <form method="post" action={`/reminders/${note}/done`} data-act="done">
        <input type="hidden" name="remind_at" value={remindAt} />
        <button class="note-button tiny medium">{t.done}</button>
      </form>
      {isDue && (
        <form method="post" action={`/reminders/${note}/snooze`} data-act="snooze">
          <input type="hidden" name="remind_at" value={remindAt} />
          <button class="note-button tiny medium" name="snooze" value="60">
            {t.snooze}
          </button>
        </form>
      )}
    </>
  )
}

function lineLabel(start: number, end: number | null): string {
  return end === null || end === start ? `L${start}` : `L${start}-${end}`
}
