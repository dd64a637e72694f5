import { ButtonLink } from '#ui/components/button.tsx'
import { Keys } from '#ui/components/keys.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { Layout } from '#ui/layout.tsx'
import { homeMessages } from '../messages/home.ts'
import { FileScene } from './file-scene.tsx'
import { Pictures, type Picture } from './pictures.tsx'

const FEATURES = ['read', 'find', 'notes', 'reminders', 'mirrors', 'run'] as const
type HomeFeature = (typeof FEATURES)[number]

const ICONS: Record<HomeFeature, IconName> = {
  read: 'book',
  find: 'search',
  notes: 'note',
  reminders: 'bell',
  mirrors: 'repository',
  run: 'playground',
}

type Props = {
  frame: Frame
  /** Screenshots of real pages. */
  pictures: readonly Picture[]
}

export function HomePage({ frame, pictures }: Props) {
  const t = homeMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['home']} title={t.landingTitle}>
      <section class="hero grid">
        <div class="hero-words stack items-start gap-5">
          <h1>{t.heroTitle}</h1>
          <p class="muted sized-l">{t.heroText}</p>
          <p class="hero-promise flex gap-2 medium sized-m">
            <Icon name="shield" />
            {t.promise}
          </p>
          <ButtonLink kind="primary" href={frame.viewer ? '/dashboard' : '/login'}>
            {frame.viewer ? t.toLibrary : t.start}
            <Icon name="forward" />
          </ButtonLink>
        </div>
        <FileScene locale={frame.locale} />
      </section>
      <Pictures frame={frame} pictures={pictures} />
      <Features frame={frame} />
      <KeyboardStrip frame={frame} />
      <HomeFooter frame={frame} />
    </Layout>
  )
}

function Features({ frame }: { frame: Frame }) {
  const t = homeMessages(frame.locale)
  return (
    <section class="home-section rule-above" aria-labelledby="features-title">
      <h2 class="sized-xl" id="features-title">
        {t.featuresTitle}
      </h2>
      <ul class="features columns-wide">
        {FEATURES.map((feature) => (
          <li key={feature} class="flex gap-3">
            <Icon name={ICONS[feature]} />
            <div>
              <h3>{t[`${feature}Title`]}</h3>
              <p class="muted above-1">{t[`${feature}Text`]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function KeyboardStrip({ frame }: { frame: Frame }) {
  const t = homeMessages(frame.locale)
  const shortcuts = [
    { keys: ['Ctrl', 'K'], does: t.keyPalette },
    { keys: ['/'], does: t.keySearch },
    { keys: ['N'], does: t.keyNote },
    { keys: ['?'], does: t.keyHelp },
  ]
  return (
    <section class="home-keys" aria-labelledby="keyboard-title">
      <div>
        <h2 class="sized-xl" id="keyboard-title">
          {t.keyboardTitle}
        </h2>
        <p class="above-1">{t.keyboardText}</p>
      </div>
      <ul class="wraps">
        {shortcuts.map(({ keys, does }) => (
          <li key={does} class="row gap-2">
            <Keys keys={keys} />
            {does}
          </li>
        ))}
      </ul>
    </section>
  )
}

function HomeFooter({ frame }: { frame: Frame }) {
  const t = homeMessages(frame.locale)
  return (
    <div class="home-footer wraps meta between">
      <p>
        {t.openSource} <bdi dir="ltr">AGPL-3.0</bdi>. {t.ownership}
      </p>
      <div class="wraps gap-2-4">
        <a href="/about">{t.about}</a>
        <a href="/api/docs">{t.api}</a>
      </div>
    </div>
  )
}
