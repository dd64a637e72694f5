import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'

/** RFC 9116 recommends less than a year, so that an abandoned site does not advertise a dead contact. */
const VALID_DAYS = 180

/** The file of RFC 9116. It expires at a midnight, so that it is the same file all day. */
export function securityTxt(contact: string, origin: string, now: Date): string {
  const expires = addSeconds(now, VALID_DAYS * SECONDS_PER_DAY)
    .toISOString()
    .slice(0, 10)
  return `${[
    `Contact: ${contact}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: he, en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ].join('\n')}\n`
}
