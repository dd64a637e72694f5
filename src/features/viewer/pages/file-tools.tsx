import { isMarkdown } from '#base/language/language.ts'
import type { Locale } from '#base/messages.ts'
import { Menu } from '#ui/components/menu.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { viewerMessages, type ViewerWords } from '../messages/viewer.ts'
import { largeMessages } from '../messages/large.ts'
import type { ShownFacts, ViewedFile } from '../view.ts'

type Props = { locale: Locale; file: ViewedFile; shown: ShownFacts; wraps: boolean | null }

export function FileTools({ locale, file, shown, wraps }: Props) {
  const t = viewerMessages(locale)
  const isNewest = shown.version === file.version
  // A rendered page or picture has no place for notes; rendered Markdown has.
  const canNote = isNewest && (wraps !== null || isMarkdown(file.language))
  const pinned = isNewest ? '' : `?v=${shown.version}`
  const [raw, download, edit] = [`/raw/${file.id}${pinned}`, `/download/${file.id}${pinned}`, `/file/${file.id}/edit`]
  const run = `/tools/code?file=${file.id}`
  const share = `/shares/new?files=${file.id}${isNewest ? '' : `&v=${shown.version}`}`
  return (
    <>
      <button class="icon-button with-tick" type="button" data-do="copy" aria-label={t.copy} title={`${t.copy} (C)`}>
        <Icon name="copy" />
        <Icon name="check" />
      </button>
      <OutlineButton t={t} shown={shown} />
      {shown.isLarge && <FindButton locale={locale} />}
      <ToolLink icon="raw" href={raw} label={t.raw} hint="R" />
      <ToolLink icon="download" href={download} label={t.download} />
      {wraps !== null && <WrapSwitch t={t} wraps={wraps} />}
      <ToolLink icon="share" href={share} label={t.shareFile} />
      {canNote && <NoteButton t={t} />}
      {isNewest && file.language === 'Python' && <ToolLink icon="play" href={run} label={t.run} />}
      {isNewest && <ToolLink icon="pencil" href={edit} label={t.edit} hint="E" />}
      {isNewest && <Favorite t={t} file={file} />}
      <Menu id="viewer-menu" icon="more" label={t.more}>
        <div class="viewer-menu">
          <OutlineItem t={t} shown={shown} />
          {shown.isLarge && <FindItem locale={locale} />}
          {canNote && <NoteItem t={t} />}
          {isNewest && <MenuLink icon="pencil" href={edit} label={t.edit} narrow />}
          {isNewest && file.language === 'Python' && <MenuLink icon="play" href={run} label={t.run} narrow />}
          <MenuLink icon="raw" href={raw} label={t.raw} narrow />
          <MenuLink icon="download" href={download} label={t.download} narrow />
          <MenuLink icon="share" href={share} label={t.shareFile} narrow />
          {wraps !== null && (
            <label class="narrow-item option" for="wrap">
              <Icon name="wrap" />
              {t.wrap}
            </label>
          )}
          <MenuLink icon="history" href={`/file/${file.id}/history`} label={t.history} />
          {isNewest && <OwnActions t={t} file={file} />}
        </div>
      </Menu>
    </>
  )
}

type OutlineProps = { t: ViewerWords; shown: ShownFacts }

/** Hidden until the script has the outline of a large file. */
function OutlineButton({ t, shown: { outline, isColoured } }: OutlineProps) {
  const isEmpty = outline.items.length === 0
  if (isEmpty && !isColoured) return null
  const names = 'icon-button wide-only outline-button'
  return (
    <button class={names} type="button" hidden={isEmpty} popovertarget="outline" aria-label={t.outline}>
      <Icon name="outline" />
    </button>
  )
}

function OutlineItem({ t, shown: { outline, isColoured } }: OutlineProps) {
  const isEmpty = outline.items.length === 0
  if (isEmpty && !isColoured) return null
  return (
    <button class="narrow-item option" type="button" popovertarget="outline" hidden={isEmpty}>
      <Icon name="outline" />
      {t.outline}
    </button>
  )
}

/** Where the search of the browser finds only the drawn rows, the page has its own. */
function FindButton({ locale }: { locale: Locale }) {
  const { find } = largeMessages(locale)
  return (
    <button class="icon-button wide-only" type="button" data-do="find" aria-label={find} title={`${find} (Ctrl+F)`}>
      <Icon name="search" />
    </button>
  )
}

function FindItem({ locale }: { locale: Locale }) {
  return (
    <button
      class="narrow-item option"
      type="button"
      data-do="find"
      popovertarget="viewer-menu"
      popovertargetaction="hide"
    >
      <Icon name="search" />
      {largeMessages(locale).find}
    </button>
  )
}

function NoteButton({ t }: { t: ViewerWords }) {
  return (
    <button
      class="icon-button wide-only"
      type="button"
      data-do="note"
      aria-label={t.addNote}
      title={`${t.addNote} (N)`}
    >
      <Icon name="note" />
    </button>
  )
}

function NoteItem({ t }: { t: ViewerWords }) {
  return (
    <button
      class="narrow-item option"
      type="button"
      data-do="note"
      popovertarget="viewer-menu"
      popovertargetaction="hide"
    >
      <Icon name="note" />
      {t.addNote}
    </button>
  )
}

function WrapSwitch({ t, wraps }: { t: ViewerWords; wraps: boolean }) {
  return (
    <label class="icon-button wide-only rings" title={`${t.wrap} (W)`}>
      <input class="visually-hidden" type="checkbox" id="wrap" checked={wraps} autocomplete="off" aria-label={t.wrap} />
      <Icon name="wrap" />
    </label>
  )
}

type LinkProps = { icon: IconName; href: string; label: string }

function ToolLink({ icon, href, label, hint }: LinkProps & { hint?: string }) {
  return (
    <a class="icon-button wide-only" href={href} aria-label={label} title={hint ? `${label} (${hint})` : label}>
      <Icon name={icon} />
    </a>
  )
}

function MenuLink({ icon, href, label, narrow = false }: LinkProps & { narrow?: boolean }) {
  return (
    <a class={narrow ? 'option narrow-item' : 'option'} href={href}>
      <Icon name={icon} />
      {label}
    </a>
  )
}

function Favorite({ t, file }: { t: ViewerWords; file: ViewedFile }) {
  return (
    <form class="wide-only" method="post" action={`/file/${file.id}/marks`} data-form="favorite">
      <button
        class="icon-button mark-button"
        type="submit"
        name="is_favorite"
        value={String(!file.isFavorite)}
        aria-pressed={file.isFavorite}
        aria-label={t.favorite}
        title={t.favorite}
      >
        <Icon name="star" />
      </button>
    </form>
  )
}

/** Actions that change the file itself; they are hidden on an old version. */
function OwnActions({ t, file }: { t: ViewerWords; file: ViewedFile }) {
  const marks = `/file/${file.id}/marks`
  return (
    <>
      <form class="narrow-item" method="post" action={marks} data-form="favorite">
        <button
          class="option"
          type="submit"
          name="is_favorite"
          value={String(!file.isFavorite)}
          aria-pressed={file.isFavorite}
        >
          <Icon name="star" />
          {t.favorite}
        </button>
      </form>
      <form method="post" action={marks} data-form="pin">
        <button
          class="option"
          type="submit"
          name="is_pinned"
          value={String(!file.isPinned)}
          aria-pressed={file.isPinned}
        >
          <Icon name="pin" />
          {t.pin}
        </button>
      </form>
      <form method="post" action={`/file/${file.id}/trash`} data-form="trash">
        <button class="option option-danger" type="submit">
          <Icon name="trash" />
          {t.trash}
        </button>
      </form>
    </>
  )
}
