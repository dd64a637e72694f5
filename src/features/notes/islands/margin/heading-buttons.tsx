import { render } from 'preact'
import { Icon } from '#ui/icons.tsx'
import type { AskingWords } from '../../messages/asking.ts'

/** Adds a note button beside each heading of a rendered text. Returns how to remove them. */
export function addHeadingButtons({ noteHere }: AskingWords, add: () => void): () => void {
  const headings = document.querySelectorAll<HTMLElement>('#prose :is(h1, h2, h3, h4, h5, h6)[id]')
  const hosts = Array.from(headings, (heading) => {
    const host = document.createElement('span')
    const press = () => {
      // `add` attaches the new note to the heading of the URL fragment.
      window.history.replaceState(window.history.state, '', `#${encodeURIComponent(heading.id)}`)
      add()
    }
    heading.append(host)
    render(
      <button
        class="heading-note muted plain-button"
        type="button"
        aria-label={noteHere}
        title={noteHere}
        onClick={press}
      >
        <Icon name="note" />
      </button>,
      host,
    )
    return host
  })
  return () => hosts.forEach((host) => host.remove())
}
