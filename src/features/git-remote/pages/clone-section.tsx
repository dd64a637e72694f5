import type { Locale } from '#base/messages.ts'
import { gitRemoteMessages } from '../messages.ts'

/** The section of /settings that shows how to clone the library. */
export function CloneSection({ locale, origin }: { locale: Locale; origin: string }) {
  const t = gitRemoteMessages(locale)
  return (
    <div class="git-remote stack gap-3">
      <p>{t.clone}</p>
      <pre class="breaks pre" dir="ltr">
        git clone {origin}/library.git
      </pre>
      <p>{t.password}</p>
      <p>{t.commits}</p>
    </div>
  )
}
