import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { settingsMessages } from '../messages.ts'
import { MAX_SEARCH_CHARS } from '../preferences.ts'

export function SettingsSearch({ locale, query }: { locale: Locale; query: string }) {
  const t = settingsMessages(locale)
  return (
    <form class="settings-search" role="search" action="/settings">
      <div class="search-box">
        <button class="icon-button" type="submit" aria-label={t.search} title={t.search}>
          <Icon name="search" />
        </button>
        <input
          type="search"
          name="q"
          dir="auto"
          autocomplete="off"
          maxLength={MAX_SEARCH_CHARS}
          aria-label={t.search}
          placeholder={t.search}
          value={query}
        />
      </div>
    </form>
  )
}
