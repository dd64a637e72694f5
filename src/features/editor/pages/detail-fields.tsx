import { LANGUAGES } from '#base/language/language.ts'
import type { Locale } from '#base/messages.ts'
import type { Form } from '../fields.ts'
import { editorMessages } from '../messages.ts'

type Props = Pick<Form, 'fields' | 'file'> & { locale: Locale }

export function DetailFields({ locale, fields, file }: Props) {
  const t = editorMessages(locale)
  return (
    <fieldset class="editor-details columns gap-4">
      <legend class="visually-hidden">{t.details}</legend>
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
      <label class="field editor-description wide">
        <span class="medium">{t.description}</span>
        <textarea class="input" name="description" dir="auto" rows={2}>
          {`\n${fields.description}`}
        </textarea>
      </label>
    </fieldset>
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
