import { settingsHref } from '#base/settings-panes.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { authMessages } from '../messages/sign-in.ts'
import { PasswordPage } from '../pages/password-page.tsx'
import { RecoveryCodesPage } from '../pages/recovery-codes-page.tsx'
import { SignInSection } from '../pages/sign-in-section.tsx'
import { methodNotFound } from '../problems.ts'
import * as schema from '../schema.ts'
import { listMethods, removeMethod, renameMethod } from '../service/methods.ts'
import { setPassword } from '../service/passwords.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../service/recovery.ts'
import { setKnownDevice } from './known-device.ts'
import { type AuthParts, confirmed, deviceOf, session, setSessionCookie } from './shared.ts'

const methodId = (id: string) => parseIdOr<'sign_in_method'>(id, () => methodNotFound({ method_id: id }))

export function signInSection({ ways, widget, oidc }: Pick<AuthParts, 'ways' | 'widget' | 'oidc'>): SettingsSection {
  const [he, en] = [authMessages('he'), authMessages('en')]
  return {
    id: 'sign-in',
    title: { he: he.methodsTitle, en: en.methodsTitle },
    hint: { he: he.methodsHint, en: en.methodsHint },
    settings: [
      { name: { he: he.passkeyKind, en: en.passkeyKind }, words: 'fingerprint face טביעת אצבע פנים' },
      { name: { he: he.passwordKind, en: en.passwordKind }, words: 'change החלפה' },
      { name: { he: he.oidcKind, en: en.oidcKind }, words: 'OpenID Connect SSO' },
      { name: { he: he.messengerKind, en: en.messengerKind } },
      { name: { he: he.codesTitle, en: en.codesTitle }, anchor: 'recovery-codes', words: 'backup גיבוי' },
    ],
    load: async ({ ctx }, { locale }) => {
      const [methods, codes] = await Promise.all([listMethods(ctx), countRecoveryCodes(ctx)])
      // One that is linked already is not offered again.
      const providers = oidc.providers.filter(({ issuer }) => !methods.some((method) => method.issuer === issuer))
      return SignInSection({ locale, now: ctx.now, methods, codes, ways, hasWidget: widget !== null, providers })
    },
  }
}

/** /settings: the page of the password needs a proof of the last ten minutes too, because a form that is refused is lost. */
export const methodRoutes: FeatureRoutes<AuthParts> = (app, { ways, cookie }) => {
  app.post(
    '/settings/sign-in/:id/rename',
    { config: session, schema: { params: schema.MethodParams, body: schema.MethodNameBody } },
    async ({ ctx, params, body }, reply) => {
      await renameMethod(ctx, methodId(params.id), body.name)
      return reply.redirect(settingsHref('sign-in', { done: 'saved' }), 303)
    },
  )

  app.post(
    '/settings/sign-in/:id/remove',
    { config: { ...session, alsoRefuses: [409] }, schema: { params: schema.MethodParams } },
    async ({ ctx, params }, reply) => {
      await removeMethod(ctx, methodId(params.id), ways)
      return reply.redirect(settingsHref('sign-in', { done: 'methodRemoved' }), 303)
    },
  )

  app.post('/settings/sign-in/recovery-codes', { config: session }, async ({ ctx }, reply) => {
    const codes = await makeRecoveryCodes(ctx)
    return reply.header('cache-control', 'no-store').page(RecoveryCodesPage({ frame: reply.frame, codes }))
  })

  if (!ways.passwords) return
  const passwordName = async (request: Parameters<typeof listMethods>[0]) =>
    (await listMethods(request)).find(({ method }) => method === 'password')?.subject ?? null

  app.get('/settings/sign-in/password', { config: confirmed }, async ({ ctx }, reply) =>
    reply.page(PasswordPage({ frame: reply.frame, signInName: await passwordName(ctx) })),
  )

  app.post(
    '/settings/sign-in/password',
    { config: session, schema: { body: schema.PasswordBody } },
    async (request, reply) => {
      const { sign_in_name: signInName, password } = request.body
      return orFormPage(
        request,
        reply,
        async () => {
          const opened = await setPassword(request.ctx, { signInName, password }, deviceOf(request, cookie))
          setKnownDevice(reply, cookie, signInName, opened.knownDevice)
          return setSessionCookie(reply, cookie, opened).redirect(settingsHref('sign-in', { done: 'passwordSet' }), 303)
        },
        async (error) =>
          PasswordPage({
            frame: reply.frame,
            signInName: await passwordName(request.ctx),
            typedName: signInName,
            error,
          }),
      )
    },
  )
}
