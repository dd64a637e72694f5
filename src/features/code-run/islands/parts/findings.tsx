import type { Locale } from '#base/messages.ts'
import type { Finding } from '#browser/python/messages.ts'
import { runMessages } from '../../messages.ts'

type Props = { locale: Locale; findings: readonly Finding[]; reveal: (line: number) => void }

export function Findings({ locale, findings, reveal }: Props) {
  const t = runMessages(locale)
  return (
    <div class="run-findings small" role="status">
      <p>{findings.length === 0 ? t.noFindings : t.findings(findings.length)}</p>
      {findings.length > 0 && (
        <ul class="stack gap-1">
          {findings.map((finding) => (
            <li key={`${finding.line}:${finding.column}:${finding.code}`} class="flex gap-2">
              <button class="run-line nowrap plain-button" type="button" onClick={() => reveal(finding.line)}>
                {t.lineOf(finding.line)}
              </button>
              <span dir="ltr">
                {finding.message} {finding.code && <code class="muted">{finding.code}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
