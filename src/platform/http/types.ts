import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VNode } from 'preact'
import type { Id, SessionId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Theme } from '#base/themes.ts'
import type { Frame, Personal } from '#ui/frame.ts'
import type { Ctx, SignedInUser, UserCtx } from '../ctx.ts'

/** Who may call a route. There is no default: starting without it fails. */
export type Auth = 'public' | 'user' | 'premium' | 'admin'

/** The buckets of `decisions.md` §1; a route that names none is a read or a write by its method. */
export type LimitClass = 'read' | 'write' | 'note' | 'search' | 'login' | 'run'

export type RouteRow = { method: string; url: string; auth: Auth; takesBody: boolean }

/** A personal access token, and what it may do in a day (null: no limit of its own). */
export type TokenVisitor = { id: Id<'token'>; name: string; budget: { writes: number | null; runs: number | null } }

/** The person behind a request, and how they came in. */
export type Visitor = { user: SignedInUser; locale: Locale | null; theme: Theme } & (
  | { via: 'session'; sessionId: SessionId }
  | { via: 'token'; scopes: readonly string[]; token: TokenVisitor }
)

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** What a feature's routes.ts exports. */
export type FeatureRoutes<Parts = void> = (app: App, parts: Parts) => void | Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns `/readyz` to 503 while requests are still served, so that the load balancer looks elsewhere first. */
    beginDrain: () => void
    /** What is really registered, for the tests that drive every route. */
    routeTable: () => readonly RouteRow[]
  }

  interface FastifyContextConfig {
    auth?: Auth
    /** Not for personal access tokens: sessions, tokens and everything that could hand out more power. */
    sessionOnly?: boolean
    /** For personal access tokens alone: a cookie opens nothing here, and which scope is needed is the route's to ask. */
    tokenOnly?: boolean
    /** `false`: probes and assets are not counted. */
    limit?: LimitClass | false
  }

  interface FastifyRequest {
    visitor: Visitor | null
    /** Of a route whose auth is not `public`; reading it elsewhere throws. */
    ctx: UserCtx
    /** Of a public route: nobody may be signed in. */
    publicCtx: Ctx
    /** For pages: what the shell shows this person. The composition fills it. */
    personal: Personal | null
    /** The one moment of this request. */
    startedAt: Date
  }

  interface FastifyReply {
    frame: Frame
    page: (page: VNode) => FastifyReply
    /** For a route that turns out to be more than its method says: counted in this bucket too, or refused. */
    countAs: (limit: LimitClass) => Promise<void>
  }
}
