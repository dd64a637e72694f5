import { useEffect } from 'preact/hooks'
import { isSettingsSection, settingsHref } from '#base/settings-panes.ts'

/** `/settings#tokens` led to a section while the settings were one page. Without script the list of panes has that anchor. */
function FormerAnchor() {
  useEffect(() => {
    const { hash, search } = window.location
    const id = hash.slice(1)
    if (!isSettingsSection(id)) return
    const target = new URL(settingsHref(id), window.location.href)
    target.search = search
    window.location.replace(target)
  }, [])
  return null
}

export const island = FormerAnchor
