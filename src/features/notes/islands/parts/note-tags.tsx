import { useSignal } from '@preact/signals'
import { tagQuery } from '#base/search-query/text-terms.ts'
import { readTags } from '#features/files/tags.ts'
import type { Desk } from './desk.ts'
import { fieldsOf, type Noted } from './noted.ts'

/** The tags of a note; each leads to the notes that have it. */
export function NoteTags({ tags, label }: { tags: readonly string[]; label: string }) {
  if (tags.length === 0) return null
  return (
    <ul class="note-tags wraps gap-1" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <a class="chip plain" href={`/notes?q=${encodeURIComponent(tagQuery(tag))}`}>
            <bdi>{tag}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The tags as they are typed, with commas between them; saved while they are valid. */
export function TagsField({ desk: { book, t }, noted }: { desk: Desk; noted: Noted }) {
  const isWrong = useSignal(false)
  const { tags } = fieldsOf(noted)
  const id = `note-tags-${noted.key}`
  return (
    <div class="note-tags-field field">
      <label for={id}>{t.tags}</label>
      <input
        class="input"
        id={id}
        dir="auto"
        autocomplete="off"
        placeholder={t.tagsHint}
        // As it was when the menu opened: what is stored has no comma at its end while somebody types.
        defaultValue={tags.join(', ')}
        aria-invalid={isWrong.value}
        aria-describedby={isWrong.value ? `${id}-wrong` : undefined}
        onInput={(event) => {
          const read = readTags([event.currentTarget.value])
          isWrong.value = read === null
          if (read) book.change(noted.key, { tags: read })
        }}
      />
      {isWrong.value && (
        <p class="tiny" id={`${id}-wrong`} role="alert">
          {t.tagsWrong}
        </p>
      )}
    </div>
  )
}
