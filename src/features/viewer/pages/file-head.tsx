import { LANGUAGES } from '#base/language/language.ts'
import { formatNumber, type Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import { pathOf } from '#features/files/path.ts'
import { viewerMessages } from '../messages/viewer.ts'
import { renderedPath, type ShownFacts, type ViewedFile } from '../view.ts'
import { FileTools } from './file-tools.tsx'

type Props = {
  locale: Locale
  file: ViewedFile
  shown: ShownFacts
  /** Null in the rendered view, where there are no lines to wrap. */
  wraps: boolean | null
}

/** The same in all views of a file, so that switching moves nothing. Sticky while the text scrolls. On narrow windows the details of the file scroll away. */
export function FileHead({ locale, file, shown, wraps }: Props) {
  const t = viewerMessages(locale)
  return (
    <header class="viewer-head rule-below grid gap-1-2">
      <nav class="viewer-path flex meta gap-2" aria-label={t.path}>
        <a class="plain-link" href={file.folder === '' ? '/files' : `/files?folder=${encodeURIComponent(file.folder)}`}>
          {t.files}
        </a>
        <span aria-hidden="true">/</span>
      </nav>
      <NameField locale={locale} file={file} isNewest={shown.version === file.version} />
      <FileFacts locale={locale} file={file} shown={shown} />
      <div class="viewer-tools row">
        <ViewSwitch locale={locale} file={file} isRendered={wraps === null} />
        <FileTools locale={locale} file={file} shown={shown} wraps={wraps} />
      </div>
    </header>
  )
}

/** The name is an input: typing renames, Enter saves, Escape reverts. */
function NameField({ locale, file, isNewest }: { locale: Locale; file: ViewedFile; isNewest: boolean }) {
  const t = viewerMessages(locale)
  const path = pathOf(file)
  if (!isNewest)
    return (
      <h1 class="viewer-name viewer-name-still row gap-2 shrinks sized-m" title={file.fileName}>
        <FileName name={file.fileName} />
      </h1>
    )
  return (
    <form class="viewer-name row gap-2 shrinks" method="post" action={`/file/${file.id}/details`} data-form="rename">
      <h1 class="visually-hidden">
        <bdi>{file.fileName}</bdi>
      </h1>
      <input type="hidden" name="prev_version" value={file.version} />
      <span class="viewer-name-field shrinks strong">
        <input
          class="viewer-name-input"
          name="file_name"
          aria-label={t.fileName}
          title={path}
          value={path}
          size={Math.min(Math.max(path.length, 6), 40)}
          dir="auto"
          required
          autocomplete="off"
          spellcheck={false}
        />
        {/* Drawn over the input until it is edited: an input that is too narrow hides the end of its text. */}
        <span class="viewer-name-shown flex" aria-hidden="true">
          <FileName name={path} />
        </span>
      </span>
      <button class="button button-primary viewer-name-save" type="submit">
        {t.rename}
      </button>
    </form>
  )
}

function FileFacts({ locale, file, shown }: Omit<Props, 'wraps'>) {
  const t = viewerMessages(locale)
  return (
    <div class="viewer-facts row meta gap-3 nowrap">
      <LanguageForm locale={locale} file={file} />
      <span>{t.lines(shown.allLines, formatNumber(locale, shown.allLines))}</span>
      <bdi dir="ltr">{formatSize(shown.sizeBytes, locale)}</bdi>
      <a
        class="centered quiet-link"
        href={`/file/${file.id}/history`}
        aria-label={t.historyOf(shown.version)}
        title={t.history}
      >
        <bdi class="tiny mono" dir="ltr">
          v{shown.version}
        </bdi>
      </a>
    </div>
  )
}

function LanguageForm({ locale, file }: { locale: Locale; file: ViewedFile }) {
  const t = viewerMessages(locale)
  return (
    <form class="viewer-language row gap-1" method="post" action={`/file/${file.id}/details`} data-form="language">
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

function ViewSwitch({ locale, file, isRendered }: { locale: Locale; file: ViewedFile; isRendered: boolean }) {
  const t = viewerMessages(locale)
  const rendered = renderedPath(file)
  if (rendered === null) return null
  return (
    <nav class="segmented view-switch" aria-label={t.view}>
      <a href={`/file/${file.id}`} aria-current={isRendered ? undefined : 'page'}>
        <Icon name="code" />
        <span>{t.source}</span>
      </a>
      <a href={rendered} aria-current={isRendered ? 'page' : undefined}>
        <Icon name="book" />
        <span>{t.rendered}</span>
      </a>
    </nav>
  )
}
