import { settingsHref } from '#base/settings-panes.ts'
import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { Island } from '#ui/island.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { MAX_METHOD_NAME, type Method, type SignInMethod } from '../identity.ts'
import { island as CreatePasskey } from '../islands/create-passkey.tsx'
import { authMessages } from '../messages/sign-in.ts'
import { isUsable, type Ways } from '../sign-in-methods.ts'
import type { Provider } from './login-page.tsx'

type Props = {
  locale: Locale
  now: Date
  methods: readonly SignInMethod[]
  /** Unused recovery codes. */
  codes: number
  ways: Ways
  hasWidget: boolean
  providers: readonly Provider[]
}

/** The section of /settings that lists, adds, renames and removes ways in. */
export function SignInSection({ locale, now, methods, codes, ways, hasWidget, providers }: Props) {
  const t = authMessages(locale)
  const usable = methods.filter((method) => isUsable(method, ways))
  const has = (kind: Method) => methods.some(({ method }) => method === kind)
  return (
    <>
      <ul class="methods rows">
        {methods.map((method) => {
          const isOnly = usable.length === 1 && usable[0]?.id === method.id
          return <MethodRow key={method.id} {...{ locale, now, method, ways, isOnly }} />
        })}
      </ul>
      <div class="actions">
        {ways.passkeys && <AddPasskey locale={locale} />}
        {ways.passwords && (
          <ButtonLink icon="lock" href="/settings/sign-in/password" confirms>
            {has('password') ? t.changePassword : t.addPassword}
          </ButtonLink>
        )}
        {providers.map(({ id, label }) => (
          <form key={id} method="post" action={`/settings/sign-in/oidc/${id}`} data-confirms>
            <Button icon="link">{t.addProvider(label)}</Button>
          </form>
        ))}
        {hasWidget && !has('messenger') && (
          <ButtonLink icon="phone" href="/settings/sign-in/messenger" confirms>
            {t.addMessenger}
          </ButtonLink>
        )}
      </div>
      <div class="methods-codes stack gap-2" id="recovery-codes">
        <h3 class="sized-m">{t.codesTitle}</h3>
        <p>{t.codesLeft(codes)}</p>
        <form class="cluster gap-2-4" method="post" action="/settings/sign-in/recovery-codes" data-confirms>
          <Button>{t.makeCodes}</Button>
          {codes > 0 && <span class="meta">{t.makeCodesHint}</span>}
        </form>
      </div>
    </>
  )
}

function AddPasskey({ locale }: { locale: Locale }) {
  const next = settingsHref('sign-in', { done: 'methodAdded' })
  const action = '/settings/sign-in/passkey'
  const passkey = { locale, purpose: 'add', action, next, kind: 'plain', isOnly: false } as const
  return <Island name="auth/create-passkey" component={CreatePasskey} props={passkey} />
}

const ICONS: Record<Method, IconName> = { passkey: 'passkey', oidc: 'link', password: 'lock', messenger: 'phone' }

type RowProps = { locale: Locale; now: Date; method: SignInMethod; ways: Ways; isOnly: boolean }

function MethodRow({ locale, now, method, ways, isOnly }: RowProps) {
  const t = authMessages(locale)
  const kind = t[`${method.method}Kind`]
  const name = method.name || kind
  return (
    <li>
      <span class="muted">
        <Icon name={ICONS[method.method]} />
      </span>
      <div class="row-words">
        <p class="row-name method-name">
          <bdi>{name}</bdi>
          {method.name !== '' && <Chip>{kind}</Chip>}
          {method.method === 'password' && <bdi class="meta regular">{method.subject}</bdi>}
          {!isUsable(method, ways) && <Chip tone="warn">{t.methodOff}</Chip>}
        </p>
        <p class="meta-line">
          <span>
            {t.added}: <Time at={method.createdAt} now={now} locale={locale} show="date" />
          </span>
          <span>
            {method.lastUsedAt ? (
              <>
                {t.used}: <Time at={method.lastUsedAt} now={now} locale={locale} />
              </>
            ) : (
              t.neverUsed
            )}
          </span>
        </p>
      </div>
      <div class="actions">
        <Rename locale={locale} method={method} name={name} />
        {isOnly ? <Chip>{t.onlyWay}</Chip> : <Remove locale={locale} method={method} name={name} />}
      </div>
    </li>
  )
}

type MenuProps = { locale: Locale; method: SignInMethod; name: string }

function Rename({ locale, method, name }: MenuProps) {
  const t = authMessages(locale)
  const id = `rename-${method.id}`
  return (
    <>
      <button class="button button-quiet" type="button" popovertarget={id} aria-label={t.renameLabel(name)}>
        {t.rename}
      </button>
      <div class="float menu menu-form" id={id} popover="auto" role="dialog" aria-label={t.renameLabel(name)}>
        <form method="post" action={`/settings/sign-in/${method.id}/rename`} data-confirms>
          <label class="field">
            {t.methodName}
            <input
              class="input"
              name="name"
              value={method.name}
              maxLength={MAX_METHOD_NAME}
              dir="auto"
              autocomplete="off"
            />
          </label>
          <Button kind="primary">{t.save}</Button>
        </form>
      </div>
    </>
  )
}

/** Two steps that work without script. */
function Remove({ locale, method, name }: MenuProps) {
  const t = authMessages(locale)
  const id = `remove-${method.id}`
  return (
    <>
      <button class="button button-remove" type="button" popovertarget={id} aria-label={t.removeLabel(name)}>
        {t.remove}
      </button>
      <div class="float menu menu-form" id={id} popover="auto" role="dialog" aria-label={t.removeLabel(name)}>
        <form method="post" action={`/settings/sign-in/${method.id}/remove`} data-confirms>
          <p>{t.removeConfirm}</p>
          <Button kind="danger" label={t.removeLabel(name)}>
            {t.remove}
          </Button>
        </form>
      </div>
    </>
  )
}
