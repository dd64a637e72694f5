import { searchHref } from '#base/search-href.ts'
import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/navigate.ts'
import { toast } from '#browser/toast.ts'
import type { ViewerWords } from '../messages/viewer.ts'
import type { BubbleAction } from './parts/selection-bubble.tsx'

const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]{0,99}$/u

/** Shown beside a selected name; their keys work on it too. */
export function nameActions(t: ViewerWords): (BubbleAction & { keys: string })[] {
  const isFor = () => selectedName() !== null
  const withName = (act: (name: string) => unknown) => () => {
    const name = selectedName()
    if (name === null) toast({ text: t.selectName })
    else void act(name)
  }
  return [
    { keys: 'KeyD', icon: 'braces', label: t.goToDefinition, isFor, run: withName((name) => goToDefinition(name, t)) },
    { keys: 'KeyU', icon: 'search', label: t.findUses, isFor, run: withName(findUses) },
  ]
}

/** The name that is selected, with nothing beside it; null when something else is selected. */
function selectedName(): string | null {
  const text = String(window.getSelection() ?? '').trim()
  return NAME.test(text) ? text : null
}

type Hit = { title: string; url: string }
type Found = { groups: { group: string; hits: Hit[] }[] }

/** Opens the definition of a name: in this file, else in this repository, else anywhere. Several open as a list. */
async function goToDefinition(name: string, t: ViewerWords): Promise<void> {
  const q = `sym:${name}`
  const answer = await call<Found>('GET', `/api/search?limit=50&q=${encodeURIComponent(q)}`)
  if (answer.outcome !== 'done') return toast({ text: t.offline, kind: 'error' })
  const symbols = answer.data.groups.find(({ group }) => group === 'symbols')?.hits ?? []
  const exact = symbols.filter(({ title }) => title === name)
  const nearest = nearestOf(exact)
  if (nearest.length === 0) toast({ text: t.noDefinition(name) })
  else navigateTo(nearest.length === 1 && nearest[0] ? nearest[0].url : searchHref(q))
}

function nearestOf(hits: readonly Hit[]): readonly Hit[] {
  const { pathname } = window.location
  const here = hits.filter(({ url }) => pathOf(url) === pathname)
  if (here.length > 0) return here.slice(0, 1)
  const repo = repoOf(pathname)
  const near = repo === null ? [] : hits.filter(({ url }) => repoOf(pathOf(url)) === repo)
  return near.length > 0 ? near : hits
}

/** Opens the lines with a name: of this repository, or of the library. */
function findUses(name: string): void {
  const repo = repoOf(window.location.pathname)
  navigateTo(searchHref(`"${name}" case:yes ${repo === null ? 'in:files' : `in:repos repo:${repo}`}`))
}

function pathOf(url: string): string {
  return new URL(url, window.location.origin).pathname
}

/** `owner/name` of a page of a repository. */
function repoOf(path: string): string | null {
  return /^\/repos\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null
}
