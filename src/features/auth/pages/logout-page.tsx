import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { authMessages } from '../messages/sign-in.ts'

/** Asks for confirmation when another site linked to /logout. */
export function LogoutPage({ frame }: { frame: Frame }) {
  const t = authMessages(frame.locale)
  return (
    <Layout frame={frame} styles={[]} title={t.signOutTitle}>
      <div class="login stack gap-4">
        <section class="login-card stack gap-4">
          <h1 class="sized-xl">{t.signOutTitle}</h1>
          <p class="login-intro muted">{t.signOutText}</p>
          <form method="post" action="/logout" class="actions">
            <Button kind="primary" icon="signOut">
              {t.signOut}
            </Button>
            <ButtonLink href="/dashboard">{t.stay}</ButtonLink>
          </form>
        </section>
      </div>
    </Layout>
  )
}
