import { createHash, createHmac } from 'node:crypto'

type Fields = Record<string, string | number>

/** What the messenger does: written here a second time on purpose, so that a mistake in ours is seen. */
export function signWidget(botToken: string, fields: Fields): Fields & { hash: string } {
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  return { ...fields, hash: createHmac('sha256', key).update(text).digest('hex') }
}
