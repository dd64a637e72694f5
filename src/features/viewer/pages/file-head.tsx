import { LANGUAGES } from '#base/language/language.ts'
import { formatNumber, type Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { viewerMessages } from '../messages.ts'
import { formatSize } from '../numbers.ts'
import { renderedPath, type ShownText, type ViewedFile } from '../view.ts'
import { FileTools } from './file-tools.tsx'

type Props = { locale: Locale; file: ViewedFile; shown: ShownText; wraps: boolean }

/** Sticky while the code scrolls. On narrow windows the details of the file scroll away. */
export function FileHead({ locale, file, shown, wraps }: Props) {
  const t = viewerMessages(locale)
  return (
    <header class="viewer-head">
      <nav class="viewer-path" aria-label={t.path}>
        <a href="/files">{t.files}</a>
        <span aria-hidden="true">/</span>
      </nav>
      <FileName locale={locale} file={file} isNewest={shown.version === file.version} />
      <FileFacts locale={locale} file={file} shown={shown} />
      <div class="viewer-tools">
        <ViewSwitch locale={locale} file={file} />
        <FileTools locale={locale} file={file} shown={shown} wraps={wraps} />
      </div>
    </header>
  )
}

/** The name is an input: typing renames, Enter saves, Escape reverts. */
function FileName({ locale, file, isNewest }: { locale: Locale; file: ViewedFile; isNewest: boolean }) {
  const t = viewerMessages(locale)
  if (!isNewest)
    return (
      <h1 class="viewer-name viewer-name-still">
        <bdi>{file.fileName}</bdi>
      </h1>
    )
  return (
    <form class="viewer-name" method="post" action={`/file/${file.id}/details`} data-form="rename">
      <h1 class="visually-hidden">
        <bdi>{file.fileName}</bdi>
      </h1>
      <input type="hidden" name="prev_version" value={file.version} />
      <input
        class="viewer-name-input"
        name="file_name"
        aria-label={t.fileName}
        title={file.fileName}
        value={file.fileName}
        size={Math.min(Math.max(file.fileName.length, 6), 40)}
        dir="auto"
        required
        autocomplete="off"
        spellcheck={false}
      />
      <button class="button button-primary viewer-name-save" type="submit">
        {t.rename}
      </button>
    </form>
  )
}

function FileFacts({ locale, file, shown }: Omit<Props, 'wraps'>) {
  const t = viewerMessages(locale)
  return (
    <div class="viewer-facts">
      <LanguageForm locale={locale} file={file} />
      <span>{t.lines(shown.lineCount, formatNumber(locale, shown.lineCount))}</span>
      <bdi>{formatSize(shown.sizeBytes, locale)}</bdi>
      <a href={`/file/${file.id}/history`} aria-label={t.historyOf(shown.version)} title={t.history}>
        <bdi dir="ltr">v{shown.version}</bdi>
      </a>
    </div>
  )
}

function LanguageForm({ locale, file }: { locale: Locale; file: ViewedFile }) {
  const t = viewerMessages(locale)
  return (
    <form class="viewer-language" method="post" action={`/file/${file.id}/details`} data-form="language">
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

function ViewSwitch({ locale, file }: { locale: Locale; file: ViewedFile }) {
  const t = viewerMessages(locale)
  const rendered = renderedPath(file)
  if (rendered === null) return null
  return (
    <nav class="view-switch" aria-label={t.view}>
      <a href={`/file/${file.id}`} aria-current="page">
        <Icon name="code" />
        <span>{t.source}</span>
      </a>
      <a href={rendered}>
        <Icon name="book" />
        <span>{t.rendered}</span>
      </a>
    </nav>
  )
}
