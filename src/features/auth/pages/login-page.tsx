import type { VNode } from 'preact'
import type { FormError } from '#base/form-error.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import type { Frame } from '#ui/frame.ts'
import { METHODS, type Method } from '../identity.ts'
import { authMessages } from '../messages/sign-in.ts'
import type { Ways } from '../sign-in-methods.ts'
import { Or } from '../islands/parts/confirm-choices.tsx'
import { SignInCard } from './card.tsx'
import { SignInNameField } from '../islands/parts/fields.tsx'
import { errorAt, errorElsewhere } from '../refused-field.ts'
import { PagePasswordField } from './page-password-field.tsx'
import { PasskeyBox } from './passkey-box.tsx'
import { type WidgetSettings, WidgetBox } from './widget-box.tsx'

export type Provider = { id: string; label: string }
type DevUser = { name: string; fields: Record<string, string | number> }

type Props = {
  frame: Frame
  /** The path to continue to after sign-in; already checked to be on this site. */
  next: string
  ways: Ways
  /** `password`: the page without the messenger's script. */
  only: 'password' | null
  widget: WidgetSettings | null
  /** OpenID Connect providers. */
  providers: readonly Provider[]
  /** Whether sign-in through the bot is available. */
  byBot: boolean
  canRegister: boolean
  /** The method that this browser used last. */
  last: Method | null
  /** Empty outside development. */
  devUsers: readonly DevUser[]
  error?: FormError
  typedName?: string
}

/** Every way that this server offers; the one that was used last comes first. */
export function LoginPage(props: Props) {
  const { frame, next, last, devUsers, error } = props
  const t = authMessages(frame.locale)
  const ordered = offered(props)
  return (
    <SignInCard
      frame={frame}
      title={t.heading}
      {...(next.startsWith('/share/') && { text: t.toShare })}
      error={errorElsewhere(error)}
      after={devUsers.length > 0 && <DevPanel frame={frame} next={next} users={devUsers} />}
    >
      {ordered.length === 0 && <p>{t.noWay}</p>}
      {ordered.map(({ method, body }, index) => (
        <div key={method} class="login-way stack gap-4">
          {index > 0 && <Or locale={frame.locale} />}
          {method === last && ordered.length > 1 && <Chip>{t.lastUsed}</Chip>}
          {body}
        </div>
      ))}
      <Elsewhere {...props} />
    </SignInCard>
  )
}

type Way = { method: Method; body: VNode }

function offered(props: Props): Way[] {
  const { ways, last, only } = props
  const isOffered: Record<Method, boolean> = {
    passkey: ways.passkeys,
    oidc: only === null && props.providers.length > 0,
    password: ways.passwords,
    messenger: only === null && (props.widget !== null || props.byBot),
  }
  const methods = METHODS.filter((method) => isOffered[method]).toSorted(
    (a, b) => Number(b === last) - Number(a === last),
  )
  return methods.map((method, index) => ({
    method,
    body: <WayIn {...props} method={method} kind={index === 0 ? 'primary' : 'plain'} isOnly={methods.length === 1} />,
  }))
}

type WayProps = Props & { kind: 'primary' | 'plain'; isOnly: boolean }

function WayIn({ method, ...props }: WayProps & { method: Method }) {
  const { frame, next, ways, kind, isOnly } = props
  const t = authMessages(frame.locale)
  // The messenger's script could read a password on the same page.
  const hasPasswordForm = ways.passwords && (props.widget === null || props.only !== null)
  switch (method) {
    case 'passkey':
      return (
        <PasskeyBox locale={frame.locale} purpose="signIn" hasField={hasPasswordForm} {...{ next, kind, isOnly }} />
      )
    case 'password':
      return hasPasswordForm ? (
        <PasswordForm {...props} />
      ) : (
        <ButtonLink icon="lock" href={`/login/password?next=${encodeURIComponent(next)}`}>
          {t.passwordWay}
        </ButtonLink>
      )
    case 'messenger':
      return <Messenger {...props} />
    case 'oidc':
      return <Providers {...props} />
  }
}

function Providers({ frame: { locale }, next, providers }: WayProps) {
  const t = authMessages(locale)
  return (
    <div class="login-form stack gap-4">
      {providers.map(({ id, label }) => (
        <ButtonLink key={id} icon="link" href={`/auth/oidc/${id}?next=${encodeURIComponent(next)}`}>
          {t.providerWay(label)}
        </ButtonLink>
      ))}
    </div>
  )
}

function PasswordForm({ frame: { locale }, next, typedName, kind, error }: WayProps) {
  const t = authMessages(locale)
  return (
    <form class="login-form stack gap-4" method="post" action={`/auth/password?next=${encodeURIComponent(next)}`}>
      <SignInNameField locale={locale} value={typedName} isNew={false} />
      <PagePasswordField locale={locale} isNew={false} error={errorAt(error, 'password')} />
      <Button kind={kind}>{t.signIn}</Button>
    </form>
  )
}

function Messenger({ frame, next, widget, byBot }: Props) {
  const t = authMessages(frame.locale)
  return (
    <div class="login-form stack gap-4">
      {widget && <WidgetBox frame={frame} next={next} widget={widget} action="/auth/messenger" />}
      {byBot && (
        <p class="login-bot">
          {t.botText} <a href={`/auth/bot?next=${encodeURIComponent(next)}`}>{t.botLink}</a>
        </p>
      )}
      <p class="meta">{t.privacy}</p>
    </div>
  )
}

function Elsewhere({ frame: { locale }, next, only, canRegister }: Props) {
  const t = authMessages(locale)
  const query = `?next=${encodeURIComponent(next)}`
  return (
    <div class="login-elsewhere stack meta gap-1 rule-above">
      {only !== null && <a href={`/login${query}`}>{t.otherWays}</a>}
      <p>
        {t.lostAccess} <a href={`/login/recovery${query}`}>{t.useCode}</a>
      </p>
      {canRegister && (
        <p>
          {t.noAccount} <a href="/register">{t.register}</a>
        </p>
      )}
    </div>
  )
}

function DevPanel({ frame, next, users }: { frame: Frame; next: string; users: readonly DevUser[] }) {
  const t = authMessages(frame.locale)
  return (
    <section class="login-dev stack gap-2" aria-labelledby="dev-title">
      <h2 class="sized-m" id="dev-title">
        {t.devTitle}
      </h2>
      <p class="meta below-2">{t.devText}</p>
      {users.map((user) => (
        <form key={user.name} method="post" action={`/auth/messenger?next=${encodeURIComponent(next)}`}>
          {Object.entries(user.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          <Button icon="user">{t.devSignIn(user.name)}</Button>
        </form>
      ))}
    </section>
  )
}
