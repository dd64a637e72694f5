import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { COLOR_IDS } from '#features/notes/color-ids.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { inboxHref, type InboxQuery } from '../address.ts'
import { bulkMessages } from '../messages/bulk.ts'

/** The form that the boxes of the rows belong to. */
export const BULK_FORM = 'note-bulk'

/** What can be done with the ticked notes, above the list. Hidden until one is ticked. */
export function BulkBar({ query, locale }: { query: InboxQuery; locale: Locale }) {
  const t = bulkMessages(locale)
  return (
    <form class="note-bulk" id={BULK_FORM} method="post" action="/notes/bulk" aria-label={t.bar}>
      <input type="hidden" name="next" value={inboxHref(query)} />
      {/* The first button of the form is its default: Enter in the field of the tags must add them. */}
      <TagPopover locale={locale} />
      <div class="note-bulk-row row gap-1">
        <label class="note-tick-all tick gap-2 inline-row">
          <input type="checkbox" data-all autocomplete="off" />
          <span class="note-bulk-count medium nowrap" aria-live="polite">
            {t.all}
          </span>
        </label>
        <span class="note-bulk-acts row gap-1 push">
          <BarButton value="done" icon="check" label={t.done} />
          <button class="button button-quiet" type="button" popovertarget="note-bulk-colors" title={t.color}>
            <span class="color-swatch" data-color="pink" aria-hidden="true" />
            <span>{t.color}</span>
          </button>
          <button class="button button-quiet" type="button" popovertarget="note-bulk-tags" title={t.tag}>
            <Icon name="tag" />
            <span>{t.tag}</span>
          </button>
          <BarButton value="delete" icon="trash" label={t.delete} />
          <button class="icon-button" type="reset" aria-label={t.clear} title={t.clear}>
            <Icon name="close" />
          </button>
        </span>
      </div>
      <ColorPopover locale={locale} />
    </form>
  )
}

function BarButton({ value, icon, label }: { value: string; icon: IconName; label: string }) {
  return (
    <button class="button button-quiet" name="action" value={value} title={label}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}

function ColorPopover({ locale }: { locale: Locale }) {
  const names = colorMessages(locale)
  return (
    <div
      class="float menu note-bulk-colors"
      id="note-bulk-colors"
      popover="auto"
      role="group"
      aria-label={bulkMessages(locale).color}
    >
      {COLOR_IDS.map((color) => (
        <button key={color} class="option" name="action" value={`color-${color}`}>
          <span class="color-swatch" data-color={color} aria-hidden="true" />
          {names[color]}
        </button>
      ))}
    </div>
  )
}

function TagPopover({ locale }: { locale: Locale }) {
  const t = bulkMessages(locale)
  return (
    <div
      class="float menu menu-form"
      id="note-bulk-tags"
      popover="auto"
      role="dialog"
      aria-labelledby="note-bulk-tags-title"
    >
      <h2 id="note-bulk-tags-title">{t.tagTitle}</h2>
      <label class="field">
        <span>{t.tagLabel}</span>
        <input class="input" type="text" name="tags" dir="auto" autocomplete="off" autofocus />
      </label>
      <Button kind="primary" name="action" value="tag">
        {t.tagApply}
      </Button>
    </div>
  )
}
