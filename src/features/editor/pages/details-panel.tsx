import { LANGUAGES } from '#base/language/menu.ts'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import type { Form } from '../fields.ts'
import { editorMessages } from '../messages.ts'

type Props = Pick<Form, 'fields' | 'file'> & { locale: Locale }

/** A popover at the side, which opens without script; its fields belong to the form also while it is closed. */
export function DetailsPanel({ locale, fields, file }: Props) {
  const t = editorMessages(locale)
  return (
    <>
      <button class="bar-tool button button-quiet" type="button" popovertarget="editor-details" title={t.details}>
        <Icon name="settings" />
        <span>{t.details}</span>
      </button>
      <fieldset class="editor-details float pad-4" id="editor-details" popover="auto">
        <legend class="visually-hidden">{t.details}</legend>
        <Fields locale={locale} fields={fields} file={file} />
      </fieldset>
    </>
  )
}

function Fields({ locale, fields, file }: Props) {
  const t = editorMessages(locale)
  return (
    <>
      <label class="field">
        <span class="medium">{t.language}</span>
        <LanguageSelect locale={locale} fields={fields} file={file} />
      </label>
      <label class="field">
        <span class="medium">{t.tags}</span>
        <input
          class="input"
          name="tags"
          dir="auto"
          autocomplete="off"
          aria-describedby="editor-tags-hint"
          value={fields.tags}
        />
        <small class="muted tiny" id="editor-tags-hint">
          {t.tagsHint}
        </small>
      </label>
      <label class="field">
        <span class="medium">{t.description}</span>
        <textarea class="input" name="description" dir="auto" rows={6}>
          {`\n${fields.description}`}
        </textarea>
      </label>
    </>
  )
}

/** A manually chosen language is kept, so there is no option to detect it again. */
function LanguageSelect({ locale, fields, file }: Props) {
  const t = editorMessages(locale)
  return (
    <select class="input" name="language">
      {!file?.languageIsChosen && (
        <option value="" selected={fields.language === ''}>
          {file ? t.detected(file.language) : t.detect}
        </option>
      )}
      {LANGUAGES.map((language) => (
        <option key={language} value={language} selected={language === fields.language}>
          {language}
        </option>
      ))}
    </select>
  )
}
