import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Layout } from '#ui/layout.tsx'
import { renderedMessages } from '../messages.ts'
import type { ShownFile } from '../rendering.ts'
import { RadioChoice } from './radio-choice.tsx'

type Props = { frame: Frame; file: ShownFile; head: ComponentChildren; scripts: boolean }

const FRAME = 'shown-page'

export function HtmlPage({ frame, file, head, scripts }: Props) {
  const { locale } = frame
  const t = renderedMessages(locale)
  const src = `/html/${file.id}${scripts ? '?scripts=on' : ''}`
  return (
    <Layout frame={frame} styles={['rendered', 'viewer']} title={file.fileName}>
      <div class="viewer-view rendered-view html-view stack gap-4">
        {head}
        <Strip locale={locale} file={file} scripts={scripts} src={src} />
        <div class="html-stage middle pad-3 well grid" role="region" aria-label={t.page} tabIndex={0}>
          {/* The sandbox is set here and in the headers of the framed page; either alone would be enough. */}
          <iframe
            class="html-frame full"
            name={FRAME}
            src={src}
            title={`${t.page} ${file.fileName}`}
            sandbox={scripts ? 'allow-scripts' : ''}
            referrerpolicy="no-referrer"
          />
        </div>
      </div>
    </Layout>
  )
}

function Strip({ locale, file, scripts, src }: { locale: Locale; file: ShownFile; scripts: boolean; src: string }) {
  const t = renderedMessages(locale)
  const view = `/html/${file.id}/view`
  return (
    <div class={scripts ? 'strip strip-warn' : 'strip'}>
      <p class="strip-words row gap-2 small above-1">
        <Icon name={scripts ? 'warn' : 'shield'} />
        {scripts ? t.scriptsStrip : t.safeStrip}
      </p>
      <div class="cluster push gap-1">
        <ButtonLink kind="quiet" href={scripts ? view : `${view}?scripts=on`}>
          {scripts ? t.turnOff : t.turnOn}
        </ButtonLink>
        {/* A link that targets the frame: it reloads, and the page around it stays. */}
        <a class="icon-button" href={src} target={FRAME} aria-label={t.reload} title={t.reload}>
          <Icon name="reload" />
        </a>
        <RadioChoice
          name="width"
          label={t.width}
          options={[
            { value: 'full', label: t.full, name: t.fullWidth },
            { value: 'tablet', label: '768', name: t.tabletWidth },
            { value: 'phone', label: '360', name: t.phoneWidth },
          ]}
        />
      </div>
    </div>
  )
}
