import { LocaleChoice, ThemeChoice } from '#ui/components/appearance.tsx'
import { Button } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { roleName } from '#ui/role-name.ts'
import { settingsMessages } from '../messages.ts'
import { ZoneForm } from './preference-sections.tsx'

export function AppearanceSection({ frame, timeZone }: { frame: Frame; timeZone: string | null }) {
  const t = settingsMessages(frame.locale)
  return (
    <>
      <div class="setting columns gap-2-4">
        <h3 class="regular" id="language">
          {t.language}
        </h3>
        <LocaleChoice frame={frame} />
      </div>
      <div class="setting columns gap-2-4">
        <h3 class="regular" id="theme">
          {t.theme}
        </h3>
        <ThemeChoice frame={frame} />
      </div>
      <ZoneForm locale={frame.locale} timeZone={timeZone} />
    </>
  )
}

export function AccountSection({ frame, firstName }: { frame: Frame; firstName: string }) {
  const t = settingsMessages(frame.locale)
  return (
    <>
      <dl class="facts grid gap-2-4">
        <dt class="muted">{t.name}</dt>
        <dd class="breaks">
          <bdi>{firstName}</bdi>
        </dd>
        <dt class="muted">{t.role}</dt>
        <dd class="breaks">{frame.viewer && roleName(frame.viewer.role, frame.locale)}</dd>
      </dl>
      <form method="post" action="/logout">
        <Button icon="signOut">{t.signOut}</Button>
      </form>
    </>
  )
}
