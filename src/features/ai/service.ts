import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { AiFailure, AiProvider } from '#platform/ai/provider.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { readAnswer } from './answer.ts'
import { aiProviderError } from './events.ts'
import { depthOf, type Explanation, MAX_CONTEXT_CHARS, MAX_CONTEXT_DEPTH, only, type Section } from './explanation.ts'
import { maskContext } from './mask.ts'
import { contextTooDeep, contextTooLong } from './problems.ts'
import { objectIn, systemPrompt, userPrompt } from './prompt.ts'
import { explainByRules } from './rules.ts'
import * as store from './store.ts'

/** Null when no provider is configured. */
export type AiParts = { provider: AiProvider | null }

export type ExplainRequest = { field: 'alert' | 'context'; value: unknown; sections: readonly Section[] }

/** Why rules answered; null when the provider did. */
export type ByRules = 'not_configured' | AiFailure['reason']
export type Explained = Explanation & {
  provider: AiProvider['name'] | 'rules'
  cached: boolean
  generatedAt: Date
  byRules: ByRules | null
}

const KEPT_SECONDS = SECONDS_PER_DAY

/** Passes on only the masked text: to the rules, to the provider and into the cache key. */
export async function explain(ctx: UserCtx, provider: AiParts['provider'], asked: ExplainRequest): Promise<Explained> {
  const context = maskContext(withinBounds(asked))
  if (!provider) return byRules(ctx, context, asked, 'not_configured')
  const key = keyOf(ctx, provider, context, asked)
  const kept = await store.findExplanation(ctx.db, key, ctx.now)
  if (kept)
    return { ...kept.explanation, provider: provider.name, cached: true, generatedAt: kept.generatedAt, byRules: null }
  const answer = await ask(ctx, provider, key, context, asked)
  if ('reason' in answer) {
    ctx.emit(aiProviderError, { provider: provider.name, ...answer })
    return byRules(ctx, context, asked, answer.reason)
  }
  await store.upsertExplanation(
    ctx.db,
    key,
    { explanation: answer, generatedAt: ctx.now },
    addSeconds(ctx.now, KEPT_SECONDS),
  )
  return { ...answer, provider: provider.name, cached: false, generatedAt: ctx.now, byRules: null }
}

/** Refuses instead of truncating: a truncated context would be explained wrongly without any sign of it. */
function withinBounds({ field, value }: ExplainRequest): unknown {
  if (depthOf(value) > MAX_CONTEXT_DEPTH) throw contextTooDeep({ field, max: MAX_CONTEXT_DEPTH })
  if (JSON.stringify(value).length > MAX_CONTEXT_CHARS) throw contextTooLong({ field, max: MAX_CONTEXT_CHARS })
  return value
}

function keyOf(
  { locale }: UserCtx,
  { name, model }: AiProvider,
  context: string,
  { sections }: ExplainRequest,
): Buffer {
  return sha256(JSON.stringify([name, model, locale, [...sections].toSorted(), context]))
}

async function ask(
  { locale }: UserCtx,
  provider: AiProvider,
  key: Buffer,
  context: string,
  { sections }: ExplainRequest,
): Promise<Explanation | AiFailure> {
  const question = { system: systemPrompt(locale, sections), user: userPrompt(context) }
  const answer = await provider.ask(key.toString('hex'), question)
  if (answer.outcome === 'failed') return { reason: answer.reason, status: answer.status }
  return readAnswer(objectIn(answer.words), sections) ?? { reason: 'malformed', status: 200 }
}

/** Not cached, because the provider may be back tomorrow. */
function byRules(ctx: UserCtx, context: string, { sections }: ExplainRequest, why: ByRules): Explained {
  const explanation = only(explainByRules(context, ctx.locale), sections)
  return { ...explanation, provider: 'rules', cached: false, generatedAt: ctx.now, byRules: why }
}
