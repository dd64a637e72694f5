import type { Locale } from '#base/messages.ts'
import { truncateChars } from '#base/text.ts'
import { isViewAt, type NamedView, viewTargetOf } from '#base/view-query.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { viewMessages } from '../../messages.ts'
import { MAX_VIEW_NAME_CHARS } from '../../view.ts'

/** The part of the frame that it needs. */
type Frame = { locale: Locale; path: string; personal?: { views: readonly NamedView[] } | null }
type Props = {
  frame: Frame
  /** What the list shows, in words. */
  name: string
}

/** Saves the list of this page under a name; hidden while that would save nothing new. Script adapts it to a list that changes in place. */
export function SaveView({ frame: { locale, path, personal }, name }: Props) {
  const t = viewMessages(locale)
  const target = viewTargetOf(path)
  const isSaved = personal?.views.some((view) => isViewAt(view, path))
  return (
    <div id="save-view" hidden={!target || isSaved}>
      <button class="button button-plain" type="button" popovertarget="save-view-menu">
        <Icon name="bookmark" />
        {t.saveView}
      </button>
      <div class="float menu menu-form" id="save-view-menu" popover="auto" role="dialog" aria-label={t.saveView}>
        <form method="post" action="/views">
          <input type="hidden" name="page" value={target?.page ?? ''} />
          <input type="hidden" name="query" value={target?.query ?? ''} />
          <NameField locale={locale} name={truncateChars(name.trim(), MAX_VIEW_NAME_CHARS)} />
          <Button kind="primary">{t.save}</Button>
        </form>
      </div>
    </div>
  )
}

export function NameField({ locale, name }: { locale: Locale; name: string }) {
  return (
    <label class="field">
      <span>{viewMessages(locale).name}</span>
      <input
        class="input"
        type="text"
        name="name"
        dir="auto"
        required
        maxLength={MAX_VIEW_NAME_CHARS}
        autocomplete="off"
        autofocus
        value={name}
      />
    </label>
  )
}
