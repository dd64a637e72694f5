import type { Locale } from '#base/messages.ts'
import { Day } from '#ui/components/time.tsx'
import { placeMessages, type PlaceWords } from '../../messages/places.ts'
import type { PlaceItem } from '../../schema.ts'

type Props = { locale: Locale; fileId: string; place: PlaceItem }

/** "Code moved to billing/total.py in commit 3f2c1a9, 12 March 2026", with a link to that change. */
export function PlaceLine({ locale, fileId, place }: Props) {
  return (
    <>
      <a href={changeHref(fileId, place)}>{sentence(placeMessages(locale), place)}</a>
      {place.at !== null && (
        <>
          , <Day at={new Date(place.at)} locale={locale} />
        </>
      )}
    </>
  )
}

const SHORT_HASH = 8

function sentence(t: PlaceWords, { kind, commit, version, path }: PlaceItem): string {
  const since = commit === undefined ? t.inVersion(version ?? 1) : t.inCommit(commit.slice(0, SHORT_HASH))
  if (kind === 'renamed') return t.renamed(path ?? '', since)
  if (kind === 'moved' && path !== undefined) return t.movedTo(path, since)
  return t[kind](since)
}

/** The name of the repository. `fileId` of its files is `repo/<name>/<path>`, as in the address of their notes. */
export function repoOf(fileId: string): string {
  return decodeURIComponent(fileId.split('/')[1] ?? '')
}

function changeHref(fileId: string, { commit, version = 1 }: PlaceItem): string {
  if (commit === undefined) return `/file/${fileId}/history?from=${Math.max(1, version - 1)}&to=${version}`
  return `/repos/${repoOf(fileId)}?at=${commit}&view=commit`
}
