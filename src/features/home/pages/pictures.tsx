import type { Frame } from '#ui/frame.ts'
import { homeMessages } from '../messages/home.ts'

export type Picture = { src: string; darkSrc: string; alt: string; title: string; text: string }

type Props = { frame: Frame; pictures: readonly Picture[] }

/** Screenshots of real pages. */
export function Pictures({ frame, pictures }: Props) {
  return (
    <section class="home-section rule-above" aria-labelledby="pictures-title">
      <h2 class="sized-xl" id="pictures-title">
        {homeMessages(frame.locale).how}
      </h2>
      <div class="pictures columns-wide">
        {pictures.map((picture) => (
          <Photograph key={picture.src} frame={frame} picture={picture} />
        ))}
      </div>
    </section>
  )
}

function Photograph({ frame, picture }: { frame: Frame; picture: Picture }) {
  const chosen = frame.theme === 'dark' ? picture.darkSrc : picture.src
  const followsSystem = frame.theme === 'system' || frame.theme === 'contrast'
  return (
    <figure class="picture stack gap-4">
      <picture class="picture-frame">
        {followsSystem && <source srcset={picture.darkSrc} media="(prefers-color-scheme: dark)" />}
        <img class="full" src={chosen} alt={picture.alt} width="640" height="400" loading="lazy" decoding="async" />
      </picture>
      <figcaption>
        <h3>{picture.title}</h3>
        <p class="muted">{picture.text}</p>
      </figcaption>
    </figure>
  )
}
