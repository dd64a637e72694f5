import { renderPage } from '#ui/document.ts'
import type { Frame } from '#ui/frame.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, UserCtx } from '../ctx.ts'
import { newId, newToken } from '../random.ts'
import type { Assets } from './assets.ts'
import { localeOf, themeOf } from './preferences.ts'
import type { ServerParts } from './parts.ts'
import type { App } from './types.ts'

/** Gives requests their `ctx` and `frame`, and replies their `page`. */
export function decorate(app: App, parts: ServerParts, assets: () => Assets): void {
  app.decorateRequest('visitor', null)
  app.decorateRequest('startedAt')
  app.addHook('onRequest', async (request) => {
    request.startedAt = parts.clock()
  })
  app.decorateRequest('publicCtx', {
    getter() {
      return publicCtx(this, parts)
    },
  })
  app.decorateRequest('ctx', {
    getter() {
      return userCtx(this, parts)
    },
  })
  app.decorateReply('frame', {
    getter() {
      return frameOf(this, assets())
    },
  })
  app.decorateReply('page', function page(vnode) {
    if (!this.hasHeader('cache-control')) this.header('cache-control', 'private, no-cache')
    return this.type('text/html; charset=utf-8').send(renderPage(vnode))
  })
}

function publicCtx(request: FastifyRequest, parts: ServerParts): Ctx {
  const now = request.startedAt
  return {
    db: parts.database.db,
    now,
    emit: parts.events.emitFor(request.id),
    newId: () => newId(now),
    newToken,
    requestId: request.id,
    locale: localeOf(request),
  }
}

function userCtx(request: FastifyRequest, parts: ServerParts): UserCtx {
  if (!request.visitor) throw new Error(`${String(request.routeOptions.url)} is public: use publicCtx`)
  return { ...publicCtx(request, parts), user: request.visitor.user }
}

function frameOf(reply: FastifyReply, assets: Assets): Frame {
  const { request } = reply
  const { visitor } = request
  return {
    locale: localeOf(request),
    theme: themeOf(request),
    path: request.url,
    viewer: visitor && { firstName: visitor.user.firstName, role: visitor.user.role },
    requestId: request.id,
    nonce: reply.cspNonce.script,
    assets,
  }
}
