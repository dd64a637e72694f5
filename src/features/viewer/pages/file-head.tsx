import { isMarkdown } from '#base/language/language.ts'
import { LANGUAGES } from '#base/language/menu.ts'
import { formatNumber, type Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { type View, type Views, WorkspaceHead } from '#ui/components/workspace/head.tsx'
import { PathCrumbs } from '#ui/components/workspace/path.tsx'
import type { Tools } from '#ui/components/workspace/toolbar.tsx'
import { Icon } from '#ui/icons.tsx'
import { foldersAbove, pathOf, splitPath } from '#features/files/path.ts'
import { viewerMessages } from '../messages/viewer.ts'
import { renderedPath, type ShownFacts, type ViewedFile } from '../view.ts'

type Props = {
  locale: Locale
  file: ViewedFile
  shown: ShownFacts
  current: View
  /** Null where there are no lines to wrap. */
  wraps: boolean | null
}

export function FileHead({ locale, file, shown, current, wraps }: Props) {
  const t = viewerMessages(locale)
  const isNewest = shown.version === file.version
  return (
    <WorkspaceHead
      locale={locale}
      path={
        <PathCrumbs label={t.path} above={crumbsOf(t, file)}>
          <NameField locale={locale} file={file} isNewest={isNewest} />
          {isNewest && <Mark name="favorite" t={t} file={file} />}
        </PathCrumbs>
      }
      facts={<FileFacts locale={locale} file={file} shown={shown} />}
      views={viewsOf(file, isNewest)}
      current={current}
      tree={`/file/${file.id}/tree`}
      tools={toolsOf(locale, { file, shown, current, wraps })}
    />
  )
}

export function crumbsOf(t: ReturnType<typeof viewerMessages>, file: ViewedFile) {
  const above = foldersAbove(file).map((folder) => ({
    name: splitPath(folder).fileName,
    href: `/files?folder=${encodeURIComponent(folder)}`,
  }))
  return [{ name: t.files, href: '/files' }, ...above]
}

export function viewsOf(file: ViewedFile, isNewest: boolean): Views {
  return {
    source: `/file/${file.id}`,
    rendered: renderedPath(file) ?? undefined,
    edit: isNewest ? `/file/${file.id}/edit` : undefined,
    history: `/file/${file.id}/history`,
  }
}

function toolsOf(locale: Locale, { file, shown, current, wraps }: Omit<Props, 'locale'>): Tools {
  const isNewest = shown.version === file.version
  const pinned = isNewest ? '' : `?v=${shown.version}`
  const { outline, isColoured, isLarge } = shown
  return {
    copy: true,
    // A rendered page or picture has no place for notes; rendered Markdown has.
    note: isNewest && (wraps !== null || (current === 'rendered' && isMarkdown(file.language))) && 'N',
    outline: outline.items.length > 0 ? 'now' : isColoured ? 'later' : undefined,
    find: isLarge,
    wrap: wraps ?? undefined,
    share: `/shares/new?files=${file.id}${isNewest ? '' : `&v=${shown.version}`}`,
    run: isNewest && file.language === 'Python' ? `/tools/code?file=${file.id}` : undefined,
    raw: `/raw/${file.id}${pinned}`,
    download: `/download/${file.id}${pinned}`,
    own: isNewest && <OwnActions locale={locale} file={file} />,
  }
}

/** The name is an input: typing renames and moves, Enter saves, Escape reverts. */
function NameField({ locale, file, isNewest }: { locale: Locale; file: ViewedFile; isNewest: boolean }) {
  const t = viewerMessages(locale)
  const path = pathOf(file)
  if (!isNewest)
    return (
      <h1 class="file-title row shrinks sized-m" title={file.fileName}>
        <FileName name={file.fileName} />
      </h1>
    )
  return (
    <form class="file-title row gap-2 shrinks" method="post" action={`/file/${file.id}/details`} data-form="rename">
      <h1 class="visually-hidden">
        <bdi>{file.fileName}</bdi>
      </h1>
      <input type="hidden" name="prev_version" value={file.version} />
      <span class="file-title-field shrinks strong">
        <input
          class="file-title-input"
          name="file_name"
          aria-label={t.fileName}
          title={path}
          value={path}
          dir="auto"
          required
          autocomplete="off"
          spellcheck={false}
        />
        {/* Drawn over the input until it is edited: the folder is in the links before it, and an input that is too narrow hides the end of its text. */}
        <span class="file-title-shown flex" aria-hidden="true">
          <FileName name={file.fileName} />
        </span>
      </span>
      <button class="button button-primary file-title-save" type="submit">
        {t.rename}
      </button>
    </form>
  )
}

function FileFacts({ locale, file, shown }: Pick<Props, 'locale' | 'file' | 'shown'>) {
  const t = viewerMessages(locale)
  return (
    <div class="file-facts row meta gap-3 nowrap">
      <LanguageForm locale={locale} file={file} />
      <span class="wide-only">{t.lines(shown.allLines, formatNumber(locale, shown.allLines))}</span>
      <bdi class="wide-only" dir="ltr">
        {formatSize(shown.sizeBytes, locale)}
      </bdi>
      <bdi class="tiny mono wide-only" dir="ltr" title={t.version(shown.version)}>
        v{shown.version}
      </bdi>
    </div>
  )
}

function LanguageForm({ locale, file }: { locale: Locale; file: ViewedFile }) {
  const t = viewerMessages(locale)
  return (
    <form class="title-language row gap-1" method="post" action={`/file/${file.id}/details`} data-form="language">
      <input type="hidden" name="prev_version" value={file.version} />
      <select name="language" aria-label={t.language} title={t.language} dir="ltr" autocomplete="off">
        {LANGUAGES.map((name) => (
          <option key={name} selected={name === file.language}>
            {name}
          </option>
        ))}
      </select>
      <button class="button button-plain without-script" type="submit">
        {t.setLanguage}
      </button>
    </form>
  )
}

/** A favourite is marked beside the name, a pin in the menu. */
function Mark({ name, t, file }: { name: 'favorite' | 'pin'; t: ReturnType<typeof viewerMessages>; file: ViewedFile }) {
  const isFavorite = name === 'favorite'
  const isOn = isFavorite ? file.isFavorite : file.isPinned
  return (
    <form method="post" action={`/file/${file.id}/marks`} data-form={name}>
      <button
        class={isFavorite ? 'icon-button' : 'option'}
        type="submit"
        name={`is_${isFavorite ? 'favorite' : 'pinned'}`}
        value={String(!isOn)}
        aria-pressed={isOn}
        {...(isFavorite && { 'aria-label': t.favorite, title: t.favorite })}
      >
        <Icon name={isFavorite ? 'star' : 'pin'} />
        {!isFavorite && t.pin}
      </button>
    </form>
  )
}

/** Actions that change the file itself; an old version has none. */
function OwnActions({ locale, file }: { locale: Locale; file: ViewedFile }) {
  const t = viewerMessages(locale)
  return (
    <>
      <Mark name="pin" t={t} file={file} />
      <form method="post" action={`/file/${file.id}/trash`} data-form="trash">
        <button class="option option-danger" type="submit">
          <Icon name="trash" />
          {t.trash}
        </button>
      </form>
    </>
  )
}
