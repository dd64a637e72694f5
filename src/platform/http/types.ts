import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VNode } from 'preact'
import type { Id, SessionId } from '#base/ids.ts'
import type { Locale, LocalizedText } from '#base/messages.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { Theme } from '#base/themes.ts'
import type { Frame, Personal } from '#ui/frame.ts'
import type { Ctx, SignedInUser, UserCtx } from '../ctx.ts'
import type { Problem } from '../problem.ts'

/** Who may call a route. There is no default: start-up fails without it. */
export type Auth = 'public' | 'user' | 'premium' | 'admin'

/** The rate limit buckets; the default is a write, a search when the route has `q`, or a read. */
export type LimitClass = 'read' | 'write' | 'note' | 'search' | 'login' | 'run' | 'push_test' | 'explain'

export type RouteInfo = {
  method: string
  url: string
  auth: Auth
  takesBody: boolean
  rawBody: boolean
  /** Undefined: the default of the server. */
  bodyLimit: number | undefined
  config: FastifyContextConfig
  schema: FastifySchema
}

/** A personal access token and its daily limits (null: none of its own). */
export type VisitorToken = { id: Id<'token'>; name: string; budget: { writes: number | null; runs: number | null } }

/** The user behind a request, and how they authenticated. */
export type Visitor = { user: SignedInUser; locale: Locale | null; theme: Theme } & (
  | { via: 'session'; sessionId: SessionId; provedAt: Date | null }
  | { via: 'token'; scopes: readonly string[]; token: VisitorToken }
)

export type Visitors = {
  /** The token or the session cookie of a request, valid or not; found without the database. */
  credentialOf: (request: FastifyRequest) => string | null
  find: (request: FastifyRequest) => Promise<Visitor | null>
}

/** A route that declares its reply belongs to the API: without a sentence for the readers of its documentation it does not compile. */
type RouteSchema = FastifySchema &
  ({ response?: undefined } | { response: object; sentence: LocalizedText } | { response: object; hide: true })

type Plain = RouteGenericInterface

type AddRoute = <const Schema extends RouteSchema = { response?: undefined }>(
  url: string,
  options: RouteShorthandOptions<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    Plain,
    unknown,
    Schema,
    ZodTypeProvider
  >,
  handler: RouteHandlerMethod<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    Plain,
    unknown,
    Schema,
    ZodTypeProvider
  >,
) => unknown

type Server = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
type ShortMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type App = Omit<Server, ShortMethod | 'route'> &
  Record<ShortMethod, AddRoute> & {
    route: <const Schema extends RouteSchema = { response?: undefined }>(
      options: RouteOptions<RawServerDefault, IncomingMessage, ServerResponse, Plain, unknown, Schema, ZodTypeProvider>,
    ) => unknown
  }

/** What a feature's routes.ts exports. */
export type FeatureRoutes<Parts = void> = (app: App, parts: Parts) => void | Promise<void>

declare module 'fastify' {
  interface FastifySchema {
    /** What the operation does, for `/api/docs` and the OpenAPI document. */
    sentence?: LocalizedText
  }

  interface FastifyInstance {
    /** Turns `/readyz` to 503 while requests are still served, so that the load balancer drains this process first. */
    beginDrain: () => void
    /** The registered routes, for the tests that call every route. */
    routeTable: () => readonly RouteInfo[]
  }

  interface FastifyContextConfig {
    auth?: Auth
    /** Not for personal access tokens: sessions, tokens and everything that could escalate privileges. */
    sessionOnly?: boolean
    /** For a read or another write than those of `needsConfirmation`: the owner must have proved within ten minutes that it is them. */
    confirmed?: true
    /** Why a write of an admin or of the account needs no such proof. */
    unconfirmedBecause?: string
    /** For personal access tokens only: a cookie gives no access, and the route checks the scope itself. */
    tokenOnly?: boolean
    /** Cookies and tokens are ignored: for what other sites embed, which must be the same whoever looks at it. */
    isAnonymous?: boolean
    /** The body is bytes, of whatever content type. */
    rawBody?: boolean
    /** The body has the text of a file: its limit grows with the limit of a file, which the operator sets. */
    takesFile?: boolean
    /** For a public route: throws unless the request shows who sent it, before the body is read. Nobody else may send a large one. */
    assertSender?: (request: FastifyRequest) => Promise<void>
    /** The body is passed on as a stream, so it takes no slot for large bodies. */
    streamsBody?: boolean
    /** For git: the token is the password of Basic authentication, and problems are plain text, which git displays. */
    forGit?: boolean
    /** `false`: probes and assets are not counted. */
    limit?: LimitClass | false
    /** Error statuses beyond those of every route of its kind, for the OpenAPI document. */
    alsoRefuses?: readonly number[]
    /** Answers 405 and is not part of the contract. */
    isUndeclared?: boolean
    /** Fields of the body whose text the route checks itself, because it has its own error code for them. */
    checksTexts?: readonly string[]
    /** What an error response to a bad body must carry, or another error that takes precedence. */
    completeRefusal?: (refusal: Problem, request: FastifyRequest) => Promise<Problem>
  }

  interface FastifyRequest {
    visitor: Visitor | null
    /** On routes whose auth is not `public`; reading it elsewhere throws. */
    ctx: UserCtx
    /** On a public route: null when signed out. */
    publicCtx: Ctx
    /** For pages: what the shell displays for this user. The composition root fills it. */
    personal: Personal | null
    /** The time of this request. */
    startedAt: Date
    /**
     * Why this visitor may not call another route (`POST /settings/agent`); null when they may. For a request that does what
     * that route does: a token must not get by one way what another refuses it.
     */
    refusalOf: (route: string) => Problem | null
  }

  interface FastifyReply {
    frame: Frame
    /** `parts` fill the slots of the page. */
    page: (page: VNode, parts?: readonly HtmlBytes[]) => FastifyReply
    /** For a route that does more than its method implies: counts in this bucket too, or rejects. */
    countAs: (limit: LimitClass) => Promise<void>
  }
}
