import type { ComponentChildren } from 'preact'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'

type Props = {
  frame: Frame
  title: string
  text?: string | undefined
  error?: string | undefined
  children: ComponentChildren
  /** Beside the card. */
  after?: ComponentChildren
}

/** The narrow page that all steps of signing in share. */
export function SignInCard({ frame, title, text, error, children, after }: Props) {
  return (
    <Layout frame={frame} styles={[]} title={title}>
      <div class="login stack gap-4">
        <section class="login-card stack gap-4">
          <h1 class="sized-xl">{title}</h1>
          {text !== undefined && <p class="login-intro muted">{text}</p>}
          {error !== undefined && (
            <Notice kind="error" locale={frame.locale}>
              {error}
            </Notice>
          )}
          {children}
        </section>
        {after}
      </div>
    </Layout>
  )
}
