import type { Locale } from '#base/messages.ts'
import { Island } from '#ui/island.tsx'
import { PASSWORD_ID, PasswordField } from '../islands/parts/fields.tsx'
import { island as ShowPassword } from '../islands/show-password.tsx'

type Props = { locale: Locale; isNew: boolean; error: string | undefined }

export function PagePasswordField({ locale, isNew, error }: Props) {
  const toggle = (
    <Island name="auth/show-password" component={ShowPassword} props={{ locale, field: PASSWORD_ID }} when="idle" />
  )
  return <PasswordField {...{ locale, isNew, error, toggle }} />
}
