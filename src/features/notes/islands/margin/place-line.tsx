import type { Locale } from '#base/messages.ts'
import { formatSymbol } from '#base/symbol.ts'
import { Day } from '#ui/components/time.tsx'
import type { Place } from '#features/following/place.ts'
import { placeMessages, type PlaceWords } from '../../messages/places.ts'

type Props = { locale: Locale; fileId: string; place: Place }

/** "total() moved to billing/total.py in commit 3f2c1a9, 12 March 2026", with a link to that change. */
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

function sentence(t: PlaceWords, { kind, since, path, symbol }: Place): string {
  const when = path === '' ? t.inVersion(Number(since)) : t.inCommit(since.slice(0, SHORT_HASH))
  if (kind === 'attached') return t.attached(when)
  if (kind === 'renamed') return t.renamed(path, when)
  const named = symbol && formatSymbol(symbol)
  if (kind === 'lost') return t.lost(named === undefined ? t.code : t.codeIn(named), when)
  const code = named === undefined ? t.code : t.codeOf(named)
  return kind === 'moved' && path !== '' ? t.movedTo(code, path, when) : t[kind](code, when)
}

/** The name of the repository. `fileId` of its files is `repo/<name>/<path>`, as in the address of their notes. */
function repoOf(fileId: string): string {
  return decodeURIComponent(fileId.split('/')[1] ?? '')
}

function changeHref(fileId: string, { since, path }: Place): string {
  if (path === '') return `/file/${fileId}/history?from=${Math.max(1, Number(since) - 1)}&to=${since}`
  return `/repos/${repoOf(fileId)}?at=${since}&view=commit`
}
