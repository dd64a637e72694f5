import { keptHere } from '#browser/kept-here.ts'
import { keptMessages } from '../messages.ts'

/** A script of its own instead of an island: the service worker keeps what the page names, and an island is named nowhere. */
async function main(): Promise<void> {
  window.addEventListener('online', () => window.location.reload())
  const host = document.getElementById('kept')
  if (!host) return
  const { drafts, notes } = await keptHere()
  const t = keptMessages(document.documentElement.lang === 'he' ? 'he' : 'en')
  const parts = [drafts > 0 && t.drafts(drafts), notes > 0 && t.notes(notes)].filter((part) => part !== false)
  const { nothing = '', after = '' } = host.dataset
  host.textContent = parts.length > 0 ? `${parts.join(', ')}. ${after}` : nothing
}

void main()
