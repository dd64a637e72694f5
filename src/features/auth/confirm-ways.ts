/** How a signed-in person can prove again who they are. */
export type ConfirmWays = {
  passkey: boolean
  /** The user name that belongs to the password; null without one. */
  password: string | null
  /** The OpenID Connect providers of the account. */
  providers: readonly { id: string; label: string }[]
  messenger: boolean
  /** In development: the signed fields of a demo account. */
  demo: { name: string; fields: Readonly<Record<string, string>> } | null
}

/** Nothing on the page can confirm. */
export function isDeadEnd({ passkey, password, providers, messenger, demo }: ConfirmWays): boolean {
  return !passkey && password === null && providers.length === 0 && !messenger && demo === null
}
