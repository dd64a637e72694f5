import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { liveMessages } from '../../messages/live.ts'
import type { FacetsReply } from '../../schema/files.ts'
import { type Filters, filesHref, queryOf } from './filters.ts'

const MOST = 8

/** Search hits by language. Loaded after the page, because counting visits every file; the layout reserves their space. */
export function Facets({ filters, locale }: { filters: Filters; locale: Locale }) {
  const found = useSignal<[string, number][]>([])
  const asked = queryOf({ ...filters, lang: '' }).toString()
  useEffect(() => {
    const stop = new AbortController()
    void call<(typeof FacetsReply)['_output']>('GET', `/api/files/facets?${asked}`, { signal: stop.signal }).then(
      (outcome) => {
        if (outcome.outcome === 'done') found.value = Object.entries(outcome.data.languages).slice(0, MOST)
      },
    )
    return () => stop.abort()
  }, [asked])

  return (
    <nav class="facets row gap-2" aria-label={liveMessages(locale).facets}>
      {found.value.map(([language, n]) => {
        const isOn = language === filters.lang
        return (
          <a
            key={language}
            class={isOn ? 'chip chip-accent plain' : 'chip plain'}
            href={filesHref({ ...filters, lang: isOn ? '' : language })}
            aria-current={isOn ? 'true' : undefined}
          >
            <bdi>{language}</bdi> {n}
          </a>
        )
      })}
    </nav>
  )
}
