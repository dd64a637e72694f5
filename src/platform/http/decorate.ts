import type { Frame } from '#ui/frame.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, noAgentAudit, type UserCtx } from '../ctx.ts'
import { inPersonShare } from '../db/person-share.ts'
import { newId, newToken } from '../random.ts'
import type { ProcessSlots } from '../slots.ts'
import type { Assets } from '#ui/frame.ts'
import { laneOf } from './lane.ts'
import { isTreeOpen, localeOf, themeOf } from './preferences.ts'
import type { ServerParts } from './server-parts.ts'
import type { App } from './types.ts'
import { sendPage } from './validators.ts'

/** Created once per process. */
type Shared = Pick<Ctx, 'mirrors' | 'codeIndex' | 'slots' | 'maxFileBytes' | 'spoolDir'>

/** Gives requests their `ctx` and `frame`, and replies their `page`. */
export function decorateRequests(app: App, parts: ServerParts & { slots: ProcessSlots }, assets: () => Assets): void {
  const shared: Shared = {
    mirrors: parts.mirrors,
    codeIndex: parts.codeIndex,
    slots: parts.slots,
    maxFileBytes: parts.config.maxFileBytes,
    spoolDir: parts.config.spoolDir,
  }
  app.decorateRequest('visitor', null)
  app.decorateRequest('personal', null)
  app.decorateRequest('startedAt')
  app.addHook('onRequest', async (request) => {
    request.startedAt = parts.clock()
  })
  // The handler runs inside the callback. Earlier, the events of the body would lose it.
  app.addHook('preHandler', (request, _reply, done) => inPersonShare(laneOf(request), done))
  app.decorateRequest('publicCtx', {
    getter() {
      return publicCtx(this, parts, shared)
    },
  })
  app.decorateRequest('ctx', {
    getter() {
      return userCtx(this, parts, shared)
    },
  })
  app.decorateReply('frame', {
    getter() {
      return frameOf(this, assets())
    },
  })
  app.decorateReply('page', function page(vnode, parts = []) {
    return sendPage(this, vnode, parts)
  })
}

function publicCtx(request: FastifyRequest, parts: ServerParts, shared: Shared): Ctx {
  const now = request.startedAt
  return {
    db: parts.database.db,
    now,
    emit: parts.events.emitFor(request.id),
    newId: () => newId(now),
    newToken,
    ...shared,
    offload: (task, input, signal) => parts.threads.run(laneOf(request), task, input, signal),
    requestId: request.id,
    locale: localeOf(request),
  }
}

function userCtx(request: FastifyRequest, parts: ServerParts, shared: Shared): UserCtx {
  const { visitor } = request
  if (!visitor) throw new Error(`${String(request.routeOptions.url)} is public: use publicCtx`)
  const ctx = { ...publicCtx(request, parts, shared), user: visitor.user, recordAgentWrite: noAgentAudit }
  if (visitor.via === 'session') return ctx
  const { id, name } = visitor.token
  return { ...ctx, token: { id, name }, recordAgentWrite: parts.recordTokenWrites(ctx, visitor.token) }
}

function frameOf(reply: FastifyReply, assets: Assets): Frame {
  const { request } = reply
  const { visitor } = request
  return {
    locale: localeOf(request),
    theme: themeOf(request),
    path: request.url,
    viewer: visitor && { firstName: visitor.user.firstName, role: visitor.user.role },
    personal: request.personal,
    isTreeOpen: isTreeOpen(request),
    requestId: request.id,
    nonce: reply.cspNonce.script,
    assets,
  }
}
