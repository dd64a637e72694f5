import { type Signal, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import { call } from '#browser/api.ts'
import { currentPath } from '#browser/navigate.ts'
import { readOpened } from '#browser/opened.ts'
import { GROUP_ICONS } from '#ui/group-icons.ts'
import type { Asked } from './asked.ts'
import type { Entry } from './commands.ts'

type Opened = { opened: { group: GroupName; url: string; title: string; place: string }[] }

/** Of this page, so that opening the palette again shows the list at once. */
let known: Entry[] = []

/**
 * The things that were opened last, without the one that is open now. The list arrives when the palette is displayed already: `at`
 * moves with the entry that was chosen meanwhile.
 */
export function useOpened(
  asked: ReadonlySignal<Asked>,
  query: ReadonlySignal<string>,
  at: Signal<number>,
): ReadonlySignal<Entry[]> {
  const opened = useSignal(known)
  useSignalEffect(() => {
    if (!asked.value) return
    void listOpened().then((entries) => {
      known = entries
      if (at.peek() > 0 && query.peek() === '')
        at.value = Math.max(0, at.peek() + entries.length - opened.peek().length)
      opened.value = entries
    })
  })
  return opened
}

async function listOpened(): Promise<Entry[]> {
  const here = currentPath().split(/[?#]/, 1)[0]
  const paths = readOpened().filter((path) => path !== here)
  if (paths.length === 0) return []
  const query = new URLSearchParams(paths.map((path) => ['path', path]))
  const answer = await call<Opened>('GET', `/api/search/opened?${query.toString()}`)
  if (answer.outcome !== 'done') return known
  return answer.data.opened.map(({ group, url, title, place }, index) => ({
    id: `recent-${index}`,
    group: 'recent',
    icon: GROUP_ICONS[group],
    label: title,
    ...(place && { location: place }),
    does: 'go',
    href: url,
  }))
}
