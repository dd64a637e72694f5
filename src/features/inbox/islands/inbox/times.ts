import type { Locale } from '#base/messages.ts'
import { deviceZone } from '#browser/device.ts'
import { deviceNow } from '#browser/page-life.ts'
import { shortWhen } from '#features/reminders/when-words.ts'

/** The zone that the user chose, else that of the device, as on the page of reminders. */
export function shownZone(): string {
  return document.querySelector<HTMLElement>('.inbox-notes')?.dataset['zone'] ?? deviceZone()
}

/** The server does not know the zone of the device and rendered the times in that of the site. */
export function showTimesOfDevice(locale: Locale): void {
  const [now, zone] = [new Date(deviceNow()), shownZone()]
  for (const element of document.querySelectorAll<HTMLElement>('.inbox-notes [data-when]'))
    element.textContent = shortWhen(new Date(element.dataset['when'] ?? ''), now, locale, zone)
}
