import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { homeMessages } from '../messages/home.ts'

/**
 * One line that grows with what is pasted. Works as a form: without script the server chooses a name. The island previews the name and
 * accepts dropped files.
 */
export function PasteBox({ locale, owner }: { locale: Locale; owner: string }) {
  const t = homeMessages(locale)
  return (
    <form id="paste" class="paste stack gap-2" method="post" action="/files/new" aria-label={t.paste}>
      <textarea
        class="input paste-text small mono"
        name="content"
        dir="auto"
        rows={1}
        required
        spellcheck={false}
        autocapitalize="off"
        aria-label={t.paste}
        placeholder={t.pastePlaceholder}
      />
      <div class="paste-more flex gap-2">
        <input
          class="input"
          name="file_name"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          maxlength={255}
          aria-label={t.pasteName}
          placeholder={t.pasteName}
        />
        <Button kind="primary" icon="plus">
          {t.pasteSave}
        </Button>
      </div>
      <cs-island data-island="editor/paste" data-when="idle" data-props={JSON.stringify({ locale, owner })} />
    </form>
  )
}
