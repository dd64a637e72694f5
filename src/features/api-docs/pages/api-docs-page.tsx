import { settingsHref } from '#base/settings-panes.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import type { LocalizedText } from '#base/messages.ts'
import { apiDocsMessages } from '../messages.ts'
import type { Group } from '../model.ts'
import { OperationView } from './operation.tsx'

/** A problem that any operation may return. */
export type CommonRefusal = { status: number; code: string; words: LocalizedText }

type Props = { frame: Frame; origin: string; groups: readonly Group[]; refusals: readonly CommonRefusal[] }

export function ApiDocsPage({ frame, origin, groups, refusals }: Props) {
  const t = apiDocsMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['api-docs']} title={t.title} description={t.intro}>
      <PageHead title={t.title} hint={t.intro} />
      <div class="api items-top grid gap-8">
        <nav class="api-contents jump-links stack items-start" aria-label={t.contents}>
          <a class="muted tap" href="#start">
            {t.start}
          </a>
          <a class="muted tap" href="#errors">
            {t.errors}
          </a>
          {groups.map(({ name }) => (
            <a key={name} class="muted tap" href={`#group-${name}`}>
              <bdi dir="ltr">{name}</bdi>
            </a>
          ))}
          <a class="muted tap" href="/api/openapi.json">
            {t.document}
          </a>
        </nav>
        <div class="stack gap-8">
          <Start frame={frame} origin={origin} />
          <Errors frame={frame} refusals={refusals} />
          {groups.map((group) => (
            <section key={group.name} class="api-group stack gap-4" aria-labelledby={`group-${group.name}`}>
              <h2 class="sized-xl" id={`group-${group.name}`}>
                <bdi dir="ltr">{group.name}</bdi>
              </h2>
              {group.operations.map((operation) => (
                <OperationView key={operation.id} locale={frame.locale} operation={operation} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Layout>
  )
}

function Start({ frame, origin }: { frame: Frame; origin: string }) {
  const t = apiDocsMessages(frame.locale)
  return (
    <Card id="start" title={t.start}>
      <p>{t.startToken}</p>
      <pre class="api-code breaks pre well">
        <code>{`curl '${origin}/api/files' \\\n  -H 'Authorization: Bearer <token>'`}</code>
      </pre>
      <p>{t.startScopes}</p>
      <p>{t.startJson}</p>
      <p>
        <ButtonLink href={settingsHref('tokens')}>{t.makeToken}</ButtonLink>
      </p>
    </Card>
  )
}

const SHAPE = `{
  "ok": false,
  "error": "File not found",
  "code": "file_not_found",
  "message": "There is no such file.",
  "request_id": "…",
  "file_id": "…"
}`

function Errors({ frame, refusals }: { frame: Frame; refusals: readonly CommonRefusal[] }) {
  const t = apiDocsMessages(frame.locale)
  return (
    <Card id="errors" title={t.errors}>
      <p>{t.errorsText}</p>
      <pre class="api-code breaks pre well">
        <code>{SHAPE}</code>
      </pre>
      <p>{t.errorsCommon}</p>
      <table class="api-table small full">
        <thead>
          <tr>
            <th class="breaks rule-below muted medium" scope="col">
              {t.status}
            </th>
            <th class="breaks rule-below muted medium" scope="col">
              {t.code}
            </th>
            <th class="breaks rule-below muted medium" scope="col">
              {t.meaning}
            </th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ status, code, words }) => (
            <tr key={code}>
              <td class="breaks rule-below">{status}</td>
              <td class="breaks rule-below">
                <code>{code}</code>
              </td>
              <td class="breaks rule-below">{words[frame.locale]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
