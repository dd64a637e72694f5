import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import type { Count, ListCounts } from '../islands/list/counts.ts'
import { type Filters, filesHref } from '../islands/list/filters.ts'
import { listMessages } from '../messages/list.ts'
import { ListIcon, type ListIconName } from './list-icon.tsx'

type Props = { filters: Filters; summary: string; counts: ListCounts; locale: Locale }

/** Above the rows: their number and order, or the bulk actions once something is ticked. */
export function ListBar({ filters, summary, counts, locale }: Props) {
  const t = listMessages(locale)
  return (
    <>
      {/* The first button of the form is its default: Enter in the text field must add tags, not toggle the first star. */}
      <TagPopover tags={counts.tags} locale={locale} />
      <div class="list-bar">
        <label class="file-tick list-all">
          <input type="checkbox" data-all aria-label={t.selectAll} title={t.selectAll} autocomplete="off" />
        </label>
        <div class="list-summary">
          <p id="list-count">{summary}</p>
          <SortLink filters={filters} locale={locale} />
        </div>
        <div class="list-chosen">
          <p class="list-chosen-count" aria-live="polite" />
          <BarButton value="favorite" icon="star" label={t.favourite} />
          <BarButton value="unfavorite" listIcon="starOff" label={t.unfavourite} />
          <button class="button button-quiet" type="button" popovertarget="tag-menu" title={t.tag}>
            <ListIcon name="tag" />
            <span>{t.tag}</span>
          </button>
          <BarButton value="zip" listIcon="zip" label={t.zip} />
          <BarButton value="share" icon="share" label={t.share} />
          <BarButton value="trash" icon="trash" label={t.trash} />
          <button class="icon-button" type="reset" aria-label={t.clear} title={t.clear}>
            <Icon name="close" />
          </button>
        </div>
        {/* Script writes the select-all offer and the progress of bulk actions here. */}
        <div class="list-wide" role="status" />
      </div>
    </>
  )
}

type BarButtonProps = { value: string; label: string; icon?: IconName; listIcon?: ListIconName }

function BarButton({ value, label, icon, listIcon }: BarButtonProps) {
  return (
    <button class="button button-quiet" name="action" value={value} title={label}>
      {icon && <Icon name={icon} />}
      {listIcon && <ListIcon name={listIcon} />}
      <span>{label}</span>
    </button>
  )
}

function SortLink({ filters, locale }: { filters: Filters; locale: Locale }) {
  const t = listMessages(locale)
  const isNewest = filters.sort === 'created_at_desc'
  const href = filesHref({ ...filters, sort: isNewest ? 'created_at_asc' : 'created_at_desc' })
  return (
    <a class="button button-quiet" href={href} aria-label={isNewest ? t.sortNewest : t.sortOldest}>
      <ListIcon name={isNewest ? 'newest' : 'oldest'} />
      {isNewest ? t.newestFirst : t.oldestFirst}
    </a>
  )
}

const TAGS_OFFERED = 12

/** A popover that opens, closes and submits without script. */
function TagPopover({ tags, locale }: { tags: readonly Count[]; locale: Locale }) {
  const t = listMessages(locale)
  return (
    <div class="menu tag-menu" id="tag-menu" popover="auto" role="dialog" aria-labelledby="tag-title">
      <h2 id="tag-title">{t.tagTitle}</h2>
      <label>
        <span>{t.tagLabel}</span>
        <input class="input" type="text" name="tags" dir="auto" autocomplete="off" autofocus />
      </label>
      {tags.length > 0 && (
        <fieldset class="tag-choice">
          <legend>{t.tagExisting}</legend>
          {tags.slice(0, TAGS_OFFERED).map(({ name }) => (
            <label key={name}>
              <input type="checkbox" name="tags" value={name} autocomplete="off" />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <Button kind="primary" name="action" value="tag">
        {t.tagApply}
      </Button>
    </div>
  )
}
