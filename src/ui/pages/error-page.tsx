import type { ComponentChildren } from 'preact'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { errorMessages } from './error-messages.ts'

type Props = {
  frame: Frame
  status: number
  /** Both default to texts for the status. */
  title?: string
  message?: string
  requestId: string
  /** Links and forms that help, e.g. Restore; Home is always offered. */
  actions?: ComponentChildren
}

export function ErrorPage({ frame, status, title, message, requestId, actions }: Props) {
  const t = errorMessages(frame.locale)
  const words = wordsFor(t, status)
  return (
    <Layout frame={frame} styles={[]} title={title ?? words.title}>
      <div class="error-page stack items-start gap-3">
        <p class="error-status mono strong">
          <span class="visually-hidden">{t.status}: </span>
          {status}
        </p>
        <h1>{title ?? words.title}</h1>
        <p class="muted sized-l">{message ?? words.message}</p>
        <div class="actions">
          {actions}
          <ButtonLink kind={actions ? 'plain' : 'primary'} href={frame.viewer ? '/dashboard' : '/'}>
            {frame.viewer ? t.dashboard : t.home}
          </ButtonLink>
        </div>
        <p class="meta">
          {t.requestId} <code class="copyable">{requestId}</code>
        </p>
      </div>
    </Layout>
  )
}

/** The action that resolves a problem, where there is one: Restore for a file in the trash. */
export function RemedyAction({ label, ...way }: { label: string } & ({ post: string } | { href: string })) {
  if ('href' in way)
    return (
      <ButtonLink kind="primary" href={way.href}>
        {label}
      </ButtonLink>
    )
  return (
    <form method="post" action={way.post}>
      <Button kind="primary">{label}</Button>
    </form>
  )
}

function wordsFor(t: ReturnType<typeof errorMessages>, status: number): { title: string; message: string } {
  if (status === 401) return { title: t.signInTitle, message: t.signInMessage }
  if (status === 403) return { title: t.forbiddenTitle, message: t.forbiddenMessage }
  if (status === 404) return { title: t.missingTitle, message: t.missingMessage }
  if (status === 429) return { title: t.slowTitle, message: t.slowMessage }
  if (status === 503) return { title: t.busyTitle, message: t.busyMessage }
  if (status >= 500) return { title: t.brokenTitle, message: t.brokenMessage }
  return { title: t.refusedTitle, message: t.refusedMessage }
}
