import { type BotApi, openBotApi } from '#platform/bot-api.ts'
import { type AiProvider, openAiProvider } from '#platform/ai/provider.ts'
import { type CodeIndex, openCodeIndex } from '#platform/code-index/client.ts'
import { type Indexer, openIndexer } from '#platform/code-index/indexer.ts'
import type { Config } from '#platform/config/config.ts'
import { openRequestCounts, type RequestCounts } from '#platform/events/request-counts.ts'
import { remoteMirror } from '#platform/git-nodes/client.ts'
import { type Mirrors, openMirrors } from '#platform/git/mirrors.ts'
import { type GitHub, openGitHub } from '#platform/github.ts'
import type { OidcProvider } from '#platform/config/oidc.ts'
import type { Oidc } from '#platform/oidc/oidc.ts'
import { withPushMetrics } from '#platform/metrics/pushes.ts'
import { openPushSender, type PushSender } from '#platform/push/sender.ts'
import { type Fleet, openFleet } from '#platform/runners/fleet.ts'
import { type Offload, openThreads, type Threads } from '#platform/threads.ts'
import { sessionCookie, type SessionCookie } from '#features/auth/public.ts'
import { askForRepair } from '#features/repos/public.ts'
import type { CodeRenderer } from '#features/viewer/public.ts'
import type { ProcessParts } from './process.ts'

/** What web and worker both use. All other code of `src/app` takes its resources from here and opens none. */
type SharedParts = ProcessParts & {
  /** Repository mirrors, on this disk or at git nodes. */
  mirrors: Mirrors
  /** Writes the code index. Null where there is none, or another process writes it. */
  indexer: Indexer | null
  sender: PushSender
  /** Worker threads for work on people's text. */
  threads: Threads
}

/** The resources of a web process, each opened once by `openWebParts`. */
export type WebParts = SharedParts & {
  /** The render cache of all features that display code. */
  codeRenderer: CodeRenderer
  /** Searches repositories. Null: `git grep` does. */
  codeIndex: CodeIndex | null
  requestCounts: RequestCounts
  runners: Fleet
  /** Null without a provider. */
  aiProvider: AiProvider | null
  /** For people who move in with their gists. */
  gitHub: GitHub
  cookie: SessionCookie
  /** The configured OpenID Connect providers. */
  oidc: Oidc
}

/** The resources of a worker process, each opened once by `openWorkerParts`. */
export type WorkerParts = SharedParts & {
  /** Null where the bot is not used for signing in. */
  bot: { api: BotApi; botToken: string } | null
}

export async function openWebParts(parts: ProcessParts, threads: Threads = openTextThreads()): Promise<WebParts> {
  const { config, database, log, clock } = parts
  // Imported here, because the worker imports this file too and should not load the highlighter.
  const { createCodeRenderer } = await import('#features/viewer/public.ts')
  return {
    ...parts,
    mirrors: openAllMirrors(parts),
    indexer: indexerOf(config),
    codeIndex: config.codeIndex && openCodeIndex(config.codeIndex),
    sender: openPushSender(config.push),
    threads,
    codeRenderer: createCodeRenderer(),
    requestCounts: openRequestCounts(database.db, log, clock),
    runners: openFleet(config.runners.addresses, config.runners.secret),
    aiProvider: openAiProvider(config.ai),
    gitHub: openGitHub(config.gitHubApi),
    cookie: sessionCookie(config.mode, config.http.origin),
    oidc: await openProviders(config.oidc, clock),
  }
}

export function openWorkerParts(parts: ProcessParts): WorkerParts {
  const { config, metrics, clock } = parts
  return {
    ...parts,
    mirrors: openAllMirrors(parts),
    indexer: indexerOf(config),
    sender: withPushMetrics(openPushSender(config.push), metrics, clock),
    threads: openTextThreads(),
    bot: openBot(config),
  }
}

/** One process for both: what they share is opened once. */
export async function openServeParts(parts: ProcessParts): Promise<WebParts & WorkerParts> {
  const web = await openWebParts(parts)
  return { ...web, sender: withPushMetrics(web.sender, parts.metrics, parts.clock), bot: openBot(parts.config) }
}

/** A git node uses only the mirrors on its own disk. */
export function openGitNodeParts(parts: ProcessParts) {
  const threads = openTextThreads()
  const mirrors = openMirrors(parts.config.repos)
  const [offload, symbols] = [inSyncLane(threads), inSymbolLane(threads)]
  return { ...parts, mirrors, threads, offload, symbols, indexer: indexerOf(parts.config) }
}

function indexerOf({ codeIndex }: Config): Indexer | null {
  return codeIndex?.indexer ? openIndexer(codeIndex.indexer) : null
}

/** The mirrors on this disk and at the git nodes. */
function openAllMirrors({ config: { repos, gitNodes }, database, log, clock }: ProcessParts): Mirrors {
  if (!gitNodes) return openMirrors(repos)
  const onUnreachable = (mirrorId: string) => {
    log.warn({ mirror: mirrorId }, 'a git node does not answer')
    askForRepair(database.db, mirrorId, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'repair not requested'),
    )
  }
  const mirrorAt = (node: string, id: string) => remoteMirror(node, id, { secret: gitNodes.secret, onUnreachable })
  return openMirrors(repos, { own: gitNodes.own, mirrorAt })
}

const refuseProvider = async () => ({ outcome: 'refused', reason: 'unknown_provider' }) as const
const NO_PROVIDERS: Oidc = {
  providers: [],
  find: () => null,
  start: refuseProvider,
  finish: refuseProvider,
  signOutUrl: async () => null,
}

/** Imported only where providers are configured, to save start-up time and memory elsewhere. */
async function openProviders(providers: readonly OidcProvider[], clock: () => Date): Promise<Oidc> {
  if (providers.length === 0) return NO_PROVIDERS
  const { openOidc } = await import('#platform/oidc/oidc.ts')
  return openOidc(providers, clock)
}

/** All syncs of a process share one lane, so that requests of users find a free thread. */
export function inSyncLane(threads: Threads): Offload {
  return (task, input) => threads.run('sync', task, input)
}

/** The worker's checks of watched files. */
export function inWatchLane(threads: Threads): Offload {
  return (task, input) => threads.run('watch', task, input)
}

/** The worker's reading of symbols. */
export function inSymbolLane(threads: Threads): Offload {
  return (task, input) => threads.run('symbols', task, input)
}

/** Threads that know all tasks on text. */
export function openTextThreads(): Threads {
  return openThreads(async () => (await import('./text-thread.ts')).here)
}

function openBot({ signIn }: Config): WorkerParts['bot'] {
  if (signIn.via !== 'messenger' || !signIn.bot) return null
  const { botToken, bot } = signIn
  return { api: openBotApi(bot.apiUrl, botToken), botToken }
}
