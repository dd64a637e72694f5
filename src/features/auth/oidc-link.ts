/** An identity that a provider verified for a signed-in person, kept until they accept it on a page that names it. */
export type OidcLink = {
  provider: string
  issuer: string
  subject: string
  /** As the provider says, only to be displayed; empty when it says nothing. */
  name: string
  email: string
  /** Only the session that began may accept. */
  sessionId: string
}

const FIELDS = ['provider', 'issuer', 'subject', 'name', 'email', 'sessionId'] as const

/** Null for a row of another version of the program. */
export function parseOidcLink(data: unknown): OidcLink | null {
  if (typeof data !== 'object' || data === null) return null
  const values = new Map<string, unknown>(Object.entries(data))
  if (!FIELDS.every((name) => typeof values.get(name) === 'string')) return null
  const text = (name: (typeof FIELDS)[number]) => String(values.get(name))
  return {
    provider: text('provider'),
    issuer: text('issuer'),
    subject: text('subject'),
    name: text('name'),
    email: text('email'),
    sessionId: text('sessionId'),
  }
}
