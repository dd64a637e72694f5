import type { FeatureRoutes } from '#platform/http/types.ts'
import { confirmRoutes } from './confirm.ts'
import { invitationRoutes } from './invitations.ts'
import { joinRoutes } from './join.ts'
import { loginRoutes } from './login.ts'
import { messengerRoutes } from './messenger.ts'
import { methodRoutes } from './methods.ts'
import { oidcRoutes } from './oidc.ts'
import { passkeyRoutes } from './passkeys.ts'
import { sessionRoutes } from './sessions.ts'
import type { AuthParts } from './shared.ts'

export type { AuthParts } from './shared.ts'
export { invitationSection } from './invitations.ts'
export { signInSection } from './methods.ts'

export const authRoutes: FeatureRoutes<AuthParts> = async (app, parts) => {
  await loginRoutes(app, parts)
  await messengerRoutes(app, parts)
  await oidcRoutes(app, parts)
  await sessionRoutes(app, parts)
  await confirmRoutes(app, parts)
  await joinRoutes(app, parts)
  await passkeyRoutes(app, parts)
  await methodRoutes(app, parts)
  await invitationRoutes(app, parts)
}
