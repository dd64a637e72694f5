import { render } from 'preact'
import { Icon } from '#ui/icons.tsx'
import type { AskingWords } from '../../messages/asking.ts'

/** A way to write a note for those who point: beside each heading of a rendered text. The answer takes them away. */
export function addHeadingButtons({ noteHere }: AskingWords, add: () => void): () => void {
  const headings = document.querySelectorAll<HTMLElement>('#prose :is(h1, h2, h3, h4, h5, h6)[id]')
  const hosts = Array.from(headings, (heading) => {
    const host = document.createElement('span')
    const press = () => {
      // The heading that the address names is the one a new note is put on.
      window.history.replaceState(window.history.state, '', `#${encodeURIComponent(heading.id)}`)
      add()
    }
    heading.append(host)
    render(
      <button class="heading-note" type="button" aria-label={noteHere} title={noteHere} onClick={press}>
        <Icon name="note" />
      </button>,
      host,
    )
    return host
  })
  return () => hosts.forEach((host) => host.remove())
}
