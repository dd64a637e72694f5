import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { homeMessages } from '../messages.ts'

/** Works as a form: without script the server chooses a name. The island previews the name and accepts dropped files. */
export function PasteBox({ locale, owner }: { locale: Locale; owner: string }) {
  const t = homeMessages(locale)
  return (
    <Card id="paste" title={t.paste} hint={t.pasteHint}>
      <form id="paste-form" class="paste stack gap-3" method="post" action="/files/new">
        <textarea
          class="input paste-text small mono"
          name="content"
          dir="auto"
          rows={4}
          required
          spellcheck={false}
          autocapitalize="off"
          aria-label={t.paste}
          placeholder={t.pastePlaceholder}
        />
        <div class="flex gap-2">
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
    </Card>
  )
}
