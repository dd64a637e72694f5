import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { FilePicker } from '#browser/file-picker.tsx'
import { Icon } from '#ui/icons.tsx'
import { moveInMessages } from '../../messages/page.ts'
import { sourceHints, sourceNames } from '../../messages/sources.ts'
import { isSource, SOURCES } from '../../source.ts'

type Props = { locale: Locale; isBusy: boolean }

/** The fields of the form: where from, and one of a file, a text or a token. */
export function Fields({ locale, isBusy }: Props) {
  const t = moveInMessages(locale)
  const source = useSignal('')
  return (
    <>
      <div class="field">
        <label for="move-source">{t.source}</label>
        <select
          id="move-source"
          class="input"
          name="source"
          disabled={isBusy}
          aria-describedby="move-how"
          onChange={(event) => (source.value = event.currentTarget.value)}
        >
          <option value="">{t.detect}</option>
          {SOURCES.map((each) => (
            <option key={each} value={each}>
              {sourceNames(locale)[each]}
            </option>
          ))}
        </select>
        <p id="move-how" class="meta regular">
          {isSource(source.value) ? sourceHints(locale)[source.value] : t.howDetected}
        </p>
      </div>
      <div class="move-drop stack gap-3 pad-4">
        <p class="row gap-2 muted wide-only needs-script">
          <Icon name="upload" />
          {t.drop}
        </p>
        <div class="cluster gap-2 shrinks middle">
          <FilePicker name="file" label={t.files} chosen={t.chosen} isBusy={isBusy} />
          <FilePicker name="folder" label={t.folder} chosen={t.chosen} isBusy={isBusy} />
        </div>
      </div>
      <Texts locale={locale} isBusy={isBusy} />
    </>
  )
}

/** What can be given instead of a file. */
function Texts({ locale, isBusy }: Props) {
  const t = moveInMessages(locale)
  return (
    <>
      <div class="field">
        <label for="move-text">{t.paste}</label>
        <textarea
          id="move-text"
          class="input move-text"
          name="text"
          rows={4}
          dir="auto"
          disabled={isBusy}
          aria-describedby="move-text-hint"
        />
        <p id="move-text-hint" class="meta regular">
          {t.pasteHint}
        </p>
      </div>
      <div class="field">
        <label for="move-token">{t.token}</label>
        <input
          id="move-token"
          class="input"
          type="password"
          name="github_token"
          autoComplete="off"
          dir="ltr"
          disabled={isBusy}
          aria-describedby="move-token-hint"
        />
        <p id="move-token-hint" class="meta regular">
          {t.tokenHint}
        </p>
      </div>
    </>
  )
}
