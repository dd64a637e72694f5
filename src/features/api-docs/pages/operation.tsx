import type { Locale } from '#base/messages.ts'
import { Chip } from '#ui/components/chip.tsx'
import type { Field } from '../fields.ts'
import { apiDocsMessages } from '../messages.ts'
import type { Operation } from '../model.ts'
import { FieldTable } from './field-table.tsx'

const TONES = { GET: 'accent', POST: 'success', PUT: 'warn', PATCH: 'warn', DELETE: 'danger' } as const

/** One operation as a collapsed line. Its anchor is inside the details element, so that a link to it opens it. */
export function OperationView({ locale, operation }: { locale: Locale; operation: Operation }) {
  const { id, method, path, sentence } = operation
  return (
    <details class="api-operation panel">
      <summary class="stack gap-1 tap hovers">
        <span class="api-call flex items-baseline gap-3">
          <Method method={method} />
          <code class="breaks strong">{path}</code>
        </span>
        {sentence && <span class="meta">{sentence[locale]}</span>}
      </summary>
      <div class="api-details stack gap-3 pad-4" id={id}>
        <Access locale={locale} operation={operation} />
        <Details locale={locale} operation={operation} />
      </div>
    </details>
  )
}

function Method({ method }: { method: string }) {
  const tone = Object.entries(TONES).find(([name]) => name === method)?.[1] ?? 'plain'
  return (
    <span class="api-method rigid mono">
      <Chip tone={tone}>{method}</Chip>
    </span>
  )
}

function Access({ locale, operation: { access, scope, id, path } }: { locale: Locale; operation: Operation }) {
  const t = apiDocsMessages(locale)
  const who = { public: t.accessPublic, user: t.accessUser, premium: t.accessPremium, admin: t.accessAdmin }[access]
  return (
    <p class="cluster gap-2">
      <Chip>{who}</Chip>
      {access !== 'public' && <Chip>{scope ? t.tokenScope(scope) : t.sessionOnly}</Chip>}
      <a class="small push tap inline-row" href={`#${id}`} aria-label={`${t.link}: ${path}`}>
        {t.link}
      </a>
    </p>
  )
}

function Details({ locale, operation }: { locale: Locale; operation: Operation }) {
  const t = apiDocsMessages(locale)
  const { parameters, body, replies, curl } = operation
  const locations: Record<string, string> = { path: t.inPath, query: t.inQuery, header: t.inHeader }
  return (
    <>
      {parameters.length > 0 && (
        <Part
          locale={locale}
          title={t.parameters}
          fields={parameters.map((each) => withLocation(each, locations))}
          asked
        />
      )}
      {body && <Part locale={locale} title={`${t.body} (${body.mediaType})`} fields={body.fields} asked />}
      {curl !== null && (
        <>
          <h3 class="small strong above-2">{t.example}</h3>
          <pre class="api-code breaks pre well">
            <code>{curl}</code>
          </pre>
        </>
      )}
      {replies.map(({ status, fields }) => (
        <Part key={status} locale={locale} title={t.reply(status)} fields={fields} />
      ))}
    </>
  )
}

function withLocation(field: Operation['parameters'][number], locations: Record<string, string>): Field {
  return { ...field, about: [locations[field.location], field.about].filter(Boolean).join('. ') }
}

type PartProps = { locale: Locale; title: string; fields: readonly Field[]; asked?: boolean }

function Part({ locale, title, fields, asked = false }: PartProps) {
  return (
    <>
      <h3 class="small strong above-2">{title}</h3>
      {fields.length > 0 ? (
        <FieldTable locale={locale} label={title} fields={fields} asked={asked} />
      ) : (
        <p class="meta">{apiDocsMessages(locale).noFields}</p>
      )}
    </>
  )
}
