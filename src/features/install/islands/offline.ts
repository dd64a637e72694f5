import { countUnsavedWork } from '#browser/count-unsaved-work.ts'
import { keptMessages } from '../messages.ts'

/**
 * A plain script instead of an island: the service worker caches the URLs in the page's markup, and island chunks are not
 * among them.
 */
async function main(): Promise<void> {
  window.addEventListener('online', () => window.location.reload())
  const host = document.getElementById('kept')
  if (!host) return
  const { drafts, notes } = await countUnsavedWork()
  const t = keptMessages(document.documentElement.lang === 'he' ? 'he' : 'en')
  const parts = [drafts > 0 && t.drafts(drafts), notes > 0 && t.notes(notes)].filter((part) => part !== false)
  const { nothing = '', after = '' } = host.dataset
  host.textContent = parts.length > 0 ? `${parts.join(', ')}. ${after}` : nothing
}

void main()
