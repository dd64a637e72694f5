import { parseIdOr } from '#base/wire-types.ts'
import type { Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invitationMessages } from '../messages/invitations.ts'
import { InvitationPage } from '../pages/invitation-page.tsx'
import { InvitationSection } from '../pages/invitation-section.tsx'
import { invitationNotFound } from '../problems.ts'
import * as schema from '../schema.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../service/invitations.ts'
import type { AuthParts } from './shared.ts'

const admin = { auth: 'admin', sessionOnly: true } as const
const invitationId = (id: string) => parseIdOr<'invitation'>(id, () => invitationNotFound({ invitation_id: id }))

/** On /admin/users. */
export function invitationSection({ registration }: Pick<AuthParts, 'registration'>): Section {
  const [he, en] = [invitationMessages('he'), invitationMessages('en')]
  return {
    id: 'invitations',
    title: { he: he.title, en: en.title },
    hint: { he: he.hint, en: en.hint },
    load: async ({ ctx }, { locale }) =>
      InvitationSection({ locale, now: ctx.now, registration, invitations: await listInvitations(ctx) }),
  }
}

export const invitationRoutes: FeatureRoutes<AuthParts> = (app, { origin }) => {
  app.post(
    '/admin/invitations',
    { config: admin, schema: { body: schema.InvitationForm } },
    async ({ ctx, body }, reply) => {
      const { token, expiresAt } = await createInvitation(ctx, body)
      const link = `${origin}/invite/${token}`
      return reply
        .header('cache-control', 'no-store')
        .page(InvitationPage({ frame: reply.frame, now: ctx.now, link, expiresAt }))
    },
  )

  app.post(
    '/admin/invitations/:id/revoke',
    { config: admin, schema: { params: schema.InvitationParams } },
    async ({ ctx, params }, reply) => {
      await revokeInvitation(ctx, invitationId(params.id))
      return reply.redirect('/admin/users#invitations', 303)
    },
  )
}
