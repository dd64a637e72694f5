import { renderPage } from '#ui/document.ts'
import type { Frame } from '#ui/frame.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, untold, type UserCtx } from '../ctx.ts'
import { type Mirrors, openMirrors } from '../git/mirrors.ts'
import { newId, newToken } from '../random.ts'
import type { Assets } from '#ui/frame.ts'
import { localeOf, themeOf } from './preferences.ts'
import type { ServerParts } from './parts.ts'
import type { App } from './types.ts'

/** Gives requests their `ctx` and `frame`, and replies their `page`. */
export function decorate(app: App, parts: ServerParts, assets: () => Assets): void {
  const mirrors = openMirrors(parts.config.repos)
  app.decorateRequest('visitor', null)
  app.decorateRequest('personal', null)
  app.decorateRequest('startedAt')
  app.addHook('onRequest', async (request) => {
    request.startedAt = parts.clock()
  })
  app.decorateRequest('publicCtx', {
    getter() {
      return publicCtx(this, parts, mirrors)
    },
  })
  app.decorateRequest('ctx', {
    getter() {
      return userCtx(this, parts, mirrors)
    },
  })
  app.decorateReply('frame', {
    getter() {
      return frameOf(this, assets())
    },
  })
  app.decorateReply('page', function page(vnode) {
    if (!this.hasHeader('cache-control')) this.header('cache-control', 'private, no-cache')
    // As bytes: a text would be measured, joined to the headers and put into bytes in three passes.
    return this.type('text/html; charset=utf-8').send(Buffer.from(renderPage(vnode, this.frame)))
  })
}

function publicCtx(request: FastifyRequest, parts: ServerParts, mirrors: Mirrors): Ctx {
  const now = request.startedAt
  return {
    db: parts.database.db,
    now,
    emit: parts.events.emitFor(request.id),
    newId: () => newId(now),
    newToken,
    mirrors,
    requestId: request.id,
    locale: localeOf(request),
  }
}

function userCtx(request: FastifyRequest, parts: ServerParts, mirrors: Mirrors): UserCtx {
  const { visitor } = request
  if (!visitor) throw new Error(`${String(request.routeOptions.url)} is public: use publicCtx`)
  const ctx = { ...publicCtx(request, parts, mirrors), user: visitor.user, wrote: untold }
  return visitor.via === 'session' ? ctx : { ...ctx, wrote: parts.wroteByToken(ctx, visitor.token) }
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
    requestId: request.id,
    nonce: reply.cspNonce.script,
    assets,
  }
}
