import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import type { Count, ListCounts } from '../islands/list/counts.ts'
import { type Filters, filesHref } from '../islands/list/filters.ts'
import type { Sort } from '../list-order.ts'
import { folderMessages } from '../messages/folders.ts'
import { listMessages } from '../messages/list.ts'
import { ListIcon, type ListIconName } from './list-icon.tsx'

type Props = { filters: Filters; summary: string; isCounted: boolean; counts: ListCounts; locale: Locale }

/** Above the rows: their number and order, or the bulk actions once something is ticked. */
export function ListBar({ filters, summary, isCounted, counts, locale }: Props) {
  const t = listMessages(locale)
  return (
    <>
      {/* The first button of the form is its default: Enter in the text field must add tags, not toggle the first star. */}
      <TagPopover tags={counts.tags} locale={locale} />
      <MovePopover folders={counts.folders} filters={filters} locale={locale} />
      <div class="list-bar rule-below grid">
        <label class="file-tick list-all centered anchor">
          <input type="checkbox" data-all aria-label={t.selectAll} title={t.selectAll} autocomplete="off" />
        </label>
        <div class="list-summary row gap-1 meta between">
          <p id="list-count" data-shown={isCounted ? undefined : ''}>
            {summary}
          </p>
          <SortMenu filters={filters} locale={locale} />
        </div>
        <div class="list-chosen row gap-1">
          <p class="list-chosen-count medium nowrap" aria-live="polite" />
          <BarButton value="favorite" icon="star" label={t.favourite} />
          <BarButton value="unfavorite" listIcon="starOff" label={t.unfavourite} />
          <button class="button button-quiet" type="button" popovertarget="tag-menu" title={t.tag}>
            <Icon name="tag" />
            <span>{t.tag}</span>
          </button>
          <button
            class="button button-quiet"
            type="button"
            popovertarget="move-menu"
            title={folderMessages(locale).move}
          >
            <ListIcon name="folder" />
            <span>{folderMessages(locale).move}</span>
          </button>
          <BarButton value="zip" listIcon="zip" label={t.zip} />
          <BarButton value="share" icon="share" label={t.share} />
          <BarButton value="trash" icon="trash" label={t.trash} />
          <button class="icon-button" type="reset" aria-label={t.clear} title={t.clear}>
            <Icon name="close" />
          </button>
        </div>
        {/* Script writes the select-all offer and the progress of bulk actions here. */}
        <div class="list-wide cluster gap-1-2 small" role="status" />
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

/** Links, so that it works without script. */
function SortMenu({ filters, locale }: { filters: Filters; locale: Locale }) {
  const t = listMessages(locale)
  const words: Record<Sort, string> = {
    updated_at_desc: t.sortChange,
    name_asc: t.sortName,
    size_desc: t.sortSize,
    created_at_desc: t.sortNewest,
    created_at_asc: t.sortOldest,
  }
  const chosen = words[filters.sort]
  return (
    <>
      <button class="button button-quiet" type="button" popovertarget="sort-menu" aria-label={t.sortedBy(chosen)}>
        <ListIcon name="order" />
        {chosen}
      </button>
      <div class="float menu sort-menu" id="sort-menu" popover="auto">
        {OFFERED_SORTS.map((sort) => (
          <a
            key={sort}
            class="option"
            href={filesHref({ ...filters, sort })}
            aria-current={sort === filters.sort ? 'true' : undefined}
          >
            {words[sort]}
          </a>
        ))}
      </div>
    </>
  )
}

const OFFERED_SORTS = ['updated_at_desc', 'name_asc', 'size_desc', 'created_at_desc', 'created_at_asc'] as const

const TAGS_OFFERED = 12

/** A popover that opens, closes and submits without script. */
function TagPopover({ tags, locale }: { tags: readonly Count[]; locale: Locale }) {
  const t = listMessages(locale)
  return (
    <div class="float menu menu-form tag-menu" id="tag-menu" popover="auto" role="dialog" aria-labelledby="tag-title">
      <h2 id="tag-title">{t.tagTitle}</h2>
      <label class="field">
        <span>{t.tagLabel}</span>
        <input class="input" type="text" name="tags" dir="auto" autocomplete="off" autofocus />
      </label>
      {tags.length > 0 && (
        <fieldset class="tag-choice wraps gap-1-4">
          <legend class="meta">{t.tagExisting}</legend>
          {tags.slice(0, TAGS_OFFERED).map(({ name }) => (
            <label key={name} class="gap-2 inline-row">
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

/** Existing folders are offered; a new one is made by its name. */
function MovePopover({ folders, filters, locale }: { folders: readonly Count[]; filters: Filters; locale: Locale }) {
  const t = folderMessages(locale)
  return (
    <div class="float menu menu-form tag-menu" id="move-menu" popover="auto" role="dialog" aria-labelledby="move-title">
      <h2 id="move-title">{t.moveTitle}</h2>
      <label class="field">
        <span>{t.moveLabel}</span>
        <input
          class="input"
          type="text"
          name="folder"
          value={filters.folder}
          list="move-folders"
          dir="auto"
          autocomplete="off"
          autofocus
        />
      </label>
      <datalist id="move-folders">
        {folders.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p class="meta">{t.moveHint}</p>
      <Button kind="primary" name="action" value="move">
        {t.moveApply}
      </Button>
    </div>
  )
}
