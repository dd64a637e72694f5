import type { ComponentChildren } from 'preact'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { aboutMessages } from '../messages.ts'

export type About = { version: string; sourceUrl: string; securityContact: string | null }

/** What runs here, under which licence, and where its source is: the AGPL requires that every user is offered the source. */
export function AboutPage({ frame, about }: { frame: Frame; about: About }) {
  const t = aboutMessages(frame.locale)
  const { version, sourceUrl, securityContact } = about
  return (
    <Layout frame={frame} styles={['about']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <dl class="about-facts">
        <Fact name={t.version}>
          <bdi>{version}</bdi>
        </Fact>
        <Fact name={t.licence}>
          <bdi>AGPL-3.0-or-later</bdi>
          <a href="/about/licence.txt">{t.licenceText}</a>
        </Fact>
        <Fact name={t.source} hint={t.sourceHint}>
          <a href={sourceUrl} dir="ltr" rel="noreferrer">
            {sourceUrl}
          </a>
        </Fact>
        <Fact name={t.others} hint={t.othersHint}>
          <a href="/about/notices.txt">{t.notices}</a>
        </Fact>
        {securityContact !== null && (
          <Fact name={t.security}>
            <a href={securityContact} dir="ltr" rel="noreferrer">
              {securityContact.replace(/^mailto:/, '')}
            </a>
          </Fact>
        )}
      </dl>
    </Layout>
  )
}

function Fact({ name, hint, children }: { name: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="rule-above grid gap-1-4">
      <dt class="muted">{name}</dt>
      <dd class="stack gap-1">
        {hint !== undefined && <p>{hint}</p>}
        <div class="wraps breaks gap-1-4">{children}</div>
      </dd>
    </div>
  )
}
