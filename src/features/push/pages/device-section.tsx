import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { island as ThisDevice } from '../islands/this-device.tsx'
import { pushMessages } from '../messages.ts'
import type { Device } from '../subscription.ts'

type Props = { locale: Locale; now: Date; devices: readonly Device[]; publicKey: string | null }

/** The section of /settings that lists the subscribed devices. */
export function DeviceSection({ locale, now, devices, publicKey }: Props) {
  const t = pushMessages(locale)
  return (
    <>
      {devices.length > 0 && (
        <ul class="devices rows">
          {devices.map((device) => (
            <DeviceRow
              key={device.endpointHash}
              locale={locale}
              now={now}
              device={device}
              canTest={publicKey !== null}
            />
          ))}
        </ul>
      )}
      {publicKey === null ? (
        <p class="muted">{t.off}</p>
      ) : (
        <>
          {devices.length === 0 && <p class="muted">{t.none}</p>}
          <Island name="push/this-device" component={ThisDevice} props={{ locale, publicKey }} when="idle" />
        </>
      )}
    </>
  )
}

type RowProps = { locale: Locale; now: Date; device: Device; canTest: boolean }

function DeviceRow({ locale, now, device, canTest }: RowProps) {
  const t = pushMessages(locale)
  const name = device.device || t.unknownDevice
  const action = `/settings/devices/${device.endpointHash}`
  return (
    <li data-device={device.endpointHash}>
      <span class="muted">
        <Icon name={/Android|iPhone|iPad/.test(name) ? 'phone' : 'laptop'} />
      </span>
      <div class="row-words">
        <p class="row-name device-name">
          <bdi>{name}</bdi>
          <span class="chip chip-accent device-own" hidden />
        </p>
        <DeviceFacts locale={locale} now={now} device={device} />
      </div>
      <div class="flex gap-2">
        {canTest && (
          <form method="post" action={`${action}/test`}>
            <Button label={t.testLabel(name)}>{t.test}</Button>
          </form>
        )}
        <form method="post" action={`${action}/remove`}>
          <Button kind="remove" label={t.removeLabel(name)}>
            {t.remove}
          </Button>
        </form>
      </div>
    </li>
  )
}

/** The last failure is displayed only if no later send succeeded. */
function DeviceFacts({ locale, now, device }: Omit<RowProps, 'canTest'>) {
  const t = pushMessages(locale)
  const { createdAt, lastOkAt, lastFailedAt, lastFailure } = device
  const isFailing = lastFailedAt !== null && (lastOkAt === null || lastFailedAt > lastOkAt)
  return (
    <p class="meta-line">
      <span>
        {lastOkAt ? (
          <>
            {t.lastOk} <Time at={lastOkAt} now={now} locale={locale} />
          </>
        ) : (
          t.neverOk
        )}
      </span>
      {isFailing && (
        <span class="danger">
          {t.lastFailed} <Time at={lastFailedAt} now={now} locale={locale} />
          {lastFailure && ` (${t[lastFailure]})`}
        </span>
      )}
      <span>
        {t.added} <Time at={createdAt} now={now} locale={locale} show="date" />
      </span>
    </p>
  )
}
