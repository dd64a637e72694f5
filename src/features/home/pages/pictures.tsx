import type { Frame } from '#ui/frame.ts'
import { homeMessages } from '../messages.ts'
import { DueScene, ListScene, MovedScene } from './small-scenes.tsx'

export type Picture = { src: string; darkSrc: string; alt: string; title: string; text: string }

type Props = { frame: Frame; pictures: readonly Picture[] }

/** Three looks at the product: photographs of real pages where there are some, drawings where there are none yet. */
export function Pictures({ frame, pictures }: Props) {
  const t = homeMessages(frame.locale)
  return (
    <section class="home-section" aria-labelledby="pictures-title">
      <h2 id="pictures-title">{t.how}</h2>
      <div class="pictures">
        {pictures.length > 0
          ? pictures.map((picture) => <Photograph key={picture.src} frame={frame} picture={picture} />)
          : drawings(frame)}
      </div>
    </section>
  )
}

function drawings(frame: Frame) {
  const t = homeMessages(frame.locale)
  const scenes = [
    { Scene: ListScene, title: t.sceneListTitle, text: t.sceneListText },
    { Scene: MovedScene, title: t.sceneMovedTitle, text: t.sceneMovedText },
    { Scene: DueScene, title: t.sceneDueTitle, text: t.sceneDueText },
  ]
  return scenes.map(({ Scene, title, text }) => (
    <figure key={title} class="picture">
      <div class="picture-frame" role="img" aria-label={`${t.illustration}: ${title}`}>
        <Scene locale={frame.locale} />
      </div>
      <figcaption>
        <h3>{title}</h3>
        <p>{text}</p>
      </figcaption>
    </figure>
  ))
}

function Photograph({ frame, picture }: { frame: Frame; picture: Picture }) {
  const chosen = frame.theme === 'dark' ? picture.darkSrc : picture.src
  const followsSystem = frame.theme === 'system' || frame.theme === 'contrast'
  return (
    <figure class="picture">
      <picture class="picture-frame">
        {followsSystem && <source srcset={picture.darkSrc} media="(prefers-color-scheme: dark)" />}
        <img src={chosen} alt={picture.alt} width="640" height="400" loading="lazy" decoding="async" />
      </picture>
      <figcaption>
        <h3>{picture.title}</h3>
        <p>{picture.text}</p>
      </figcaption>
    </figure>
  )
}
