import type { UserCtx } from '#platform/ctx.ts'
import type { ConfirmWays } from '../confirm-ways.ts'
import { isUsable, type Ways } from '../sign-in-methods.ts'
import { listMethods } from './methods.ts'
import { signedDemoUsers } from './messenger.ts'

type Offered = {
  ways: Ways
  hasWidget: boolean
  providers: readonly { id: string; label: string; issuer: string }[]
  /** The bot that signs in demo accounts; null outside development. */
  demoBotToken: string | null
}

/** The ways in that this person has and this server offers on a page. */
export async function findConfirmWays(
  ctx: UserCtx,
  { ways, hasWidget, providers, demoBotToken }: Offered,
): Promise<ConfirmWays> {
  const methods = (await listMethods(ctx)).filter((method) => isUsable(method, ways))
  const messenger = methods.find(({ method }) => method === 'messenger')
  const demo = signedDemoUsers(ctx, demoBotToken).find(({ fields }) => String(fields['id']) === messenger?.subject)
  return {
    passkey: methods.some(({ method }) => method === 'passkey'),
    password: methods.find(({ method }) => method === 'password')?.subject ?? null,
    providers: providers
      .filter(({ issuer }) => methods.some((method) => method.issuer === issuer))
      .map(({ id, label }) => ({ id, label })),
    messenger: hasWidget && messenger !== undefined,
    demo: demo
      ? {
          name: demo.name,
          fields: Object.fromEntries(Object.entries(demo.fields).map(([name, value]) => [name, String(value)])),
        }
      : null,
  }
}
