import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { MAX_DESCRIPTION_CHARS } from '#features/files/file.ts'
import { readTags } from '#features/files/tags.ts'
import { type About, writeTags } from '../about.ts'
import { viewerMessages } from '../messages/viewer.ts'

type Props = { locale: Locale; fileId: string; version: number; isNewest: boolean } & About

/** The description and the tags, and a form that changes them. Without script the form posts to the server. */
function AboutFile({ locale, fileId, version, isNewest, ...given }: Props) {
  const t = viewerMessages(locale)
  const about = useSignal<About>(given)
  const box = useRef<HTMLDetailsElement>(null)
  const { description, tags } = about.value
  const isEmpty = description === '' && tags.length === 0
  if (isEmpty && !isNewest) return null
  const close = (changed: Partial<About>) => {
    about.value = { ...about.value, ...changed }
    if (box.current) box.current.open = false
    box.current?.querySelector('summary')?.focus()
  }
  return (
    <div class="about cluster gap-1-2 small">
      {tags.length > 0 && (
        <ul class="about-tags wraps shrinks gap-1" aria-label={t.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a class="chip plain" href={`/files?category=${encodeURIComponent(tag)}`}>
                <bdi>{tag}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {description && (
        <p class="about-text shrinks breaks pre" dir="auto">
          {description}
        </p>
      )}
      {isNewest && (
        <details class="about-edit quiet-summary" ref={box}>
          <summary class="button button-quiet meta">{isEmpty ? t.addAbout : t.editAbout}</summary>
          <AboutForm locale={locale} fileId={fileId} version={version} about={about.value} close={close} />
        </details>
      )}
    </div>
  )
}

type FormProps = Pick<Props, 'locale' | 'fileId' | 'version'> & {
  about: About
  close: (changed: Partial<About>) => void
}

function AboutForm({ locale, fileId, version, about, close }: FormProps) {
  const t = viewerMessages(locale)
  const problem = useSignal('')
  const save = async (form: HTMLFormElement) => {
    problem.value = ''
    const { tags, ...rest } = changeOf(about, new FormData(form))
    if (tags === null) {
      problem.value = t.badTags
      return
    }
    const change = { ...rest, ...(tags && { tags }) }
    if (Object.keys(change).length === 0) return close({})
    const answer = await call('PUT', `/api/files/${fileId}`, { body: { ...change, prev_version: version } })
    if (answer.outcome === 'done') close(change)
    else problem.value = answer.outcome === 'refused' ? answer.refusal.message : t.offline
  }
  return (
    <form
      class="stack gap-3"
      method="post"
      action={`/file/${fileId}/details`}
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      <input type="hidden" name="prev_version" value={version} />
      <label class="field">
        <span>{t.description}</span>
        <textarea class="input" name="description" rows={3} dir="auto" maxLength={MAX_DESCRIPTION_CHARS}>
          {about.description}
        </textarea>
      </label>
      <label class="field">
        <span>{t.tagsLabel}</span>
        <input class="input" type="text" name="tags" value={writeTags(about.tags)} dir="auto" autocomplete="off" />
      </label>
      {problem.value && (
        <p class="danger" role="alert">
          {problem.value}
        </p>
      )}
      <div class="actions flex gap-2">
        <button class="button button-primary" type="submit">
          {t.saveAbout}
        </button>
        <button class="button button-plain about-cancel needs-script" type="button" onClick={() => close({})}>
          {t.cancelAbout}
        </button>
      </div>
    </form>
  )
}

type Change = { description?: string; tags?: string[] | null }

/** Only what was changed: a tag with a comma survives a change of the description. */
function changeOf({ description, tags }: About, form: FormData): Change {
  const typed = { description: plain(textOf(form, 'description')), tags: textOf(form, 'tags') }
  return {
    ...(typed.description !== plain(description) && { description: typed.description }),
    ...(typed.tags !== writeTags(tags) && { tags: readTags([typed.tags]) }),
  }
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const island = AboutFile
