import { z } from 'zod'
import { isStorableText } from '#base/text.ts'
import { isoUtc } from '#base/time.ts'
import { type Repo, type RepoBranch, stateOf } from '../repo.ts'

export const RepoItem = z.object({
  id: z.string(),
  repo_name: z.string(),
  url: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  state: z.enum(['waiting', 'syncing', 'ready', 'failed']),
  stage: z.string().nullable(),
  percent: z.int().nullable(),
  error: z.string().nullable(),
  file_count: z.int(),
  size_bytes: z.number(),
  last_sync_time: z.string().nullable(),
})

export function toRepoItem(repo: Repo, now: Date): z.output<typeof RepoItem> {
  return {
    id: repo.id,
    repo_name: repo.name,
    url: repo.url,
    branch: repo.branch ?? repo.askedBranch,
    commit: repo.head,
    state: stateOf(repo, now),
    stage: repo.stage,
    percent: repo.percent,
    error: repo.error,
    file_count: repo.fileCount,
    size_bytes: repo.sizeBytes,
    last_sync_time: repo.lastSyncAt && isoUtc(repo.lastSyncAt),
  }
}

export const ReposReply = z.object({ ok: z.literal(true), repos: z.array(RepoItem), count: z.int() })
export const RepoReply = z.object({ ok: z.literal(true), repo: RepoItem })
export const AddBody = z.strictObject({
  url: z.string().max(1_000),
  branch: z.string().max(300).nullable().optional(),
})
export const IdParams = z.object({ id: z.string() })
export const HookReply = z.object({ ok: z.literal(true), url: z.string(), secret: z.string() })
export const HookParams = z.object({ hook: z.string() })
/** The path at which the import before stopped. It is only compared with paths and never opened. */
const After = z.string().max(4_100).refine(isStorableText)

/** 500 paths of 1,000 characters; JSON may escape a character as six bytes. */
export const IMPORT_BODY_BYTES = 4 * 1024 * 1024

export const ImportBody = z.strictObject({
  paths: z.array(z.string().max(1_000)).max(500).optional(),
  after: After.optional(),
})
export const ImportReply = z.object({
  ok: z.literal(true),
  saved: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ path: z.string(), code: z.string() })),
  left: z.int(),
  after: z.string(),
})

const VIEWS = ['history', 'blame', 'commit', 'numbers', 'rendered', 'tree'] as const

const BranchItem = z.object({ name: z.string(), commit: z.string().nullable(), error: z.string().nullable() })
export const BranchesReply = z.object({ ok: z.literal(true), branches: z.array(BranchItem), count: z.int() })
export const BranchBody = z.strictObject({ branch: z.string().max(1_000) })

export function toBranches(branches: readonly RepoBranch[]): z.output<typeof BranchesReply> {
  const items = branches.map(({ name, head, error }) => ({ name, commit: head, error }))
  return { ok: true, branches: items, count: items.length }
}

/** `path` and `view`: the page to return to. */
export const BranchForm = z.object({
  branch: z.string().max(1_000).default(''),
  path: z.string().max(4_000).default(''),
  view: z.enum(VIEWS).optional().catch(undefined),
})

/** An empty field of a form counts as missing. */
const given = (text: string) => (text.trim() === '' ? null : text.trim())

export const AddForm = z.object({
  url: z.string().max(1_000).default(''),
  branch: z.string().max(300).default('').transform(given),
})

export const ListQuery = z.object({
  problem: z.string().max(60).optional(),
  url: z.string().max(1_000).optional(),
  removed: z.string().max(1_000).optional(),
})

export const RepoParams = z.object({ owner: z.string(), name: z.string() })
export const PathParams = RepoParams.extend({ '*': z.string().default('') })

export const BrowseQuery = z.object({
  at: z.string().max(64).optional(),
  /** A branch that the user follows; any other text is answered with 404. */
  branch: z.string().max(1_000).optional(),
  view: z.enum(VIEWS).optional().catch(undefined),
  q: z.string().max(2_000).optional(),
  as: z.enum(['svg', 'page']).optional().catch(undefined),
  raw: z.literal('1').optional().catch(undefined),
  download: z.literal('1').optional().catch(undefined),
  note: z.string().max(64).optional(),
  /** With `view=tree`: what is in that folder alone, for the script. */
  level: z.literal('1').optional().catch(undefined),
  saved: z.coerce.number().int().min(0).optional().catch(undefined),
  unchanged: z.coerce.number().int().min(0).optional().catch(undefined),
  refused: z.coerce.number().int().min(0).optional().catch(undefined),
  kept: z.coerce.number().int().min(0).optional().catch(undefined),
})

export const TextQuery = z.object({
  path: z.string().max(4_000).default(''),
  at: z.string().max(64).optional(),
  branch: z.string().max(1_000).optional(),
})
export const TextReply = z.object({ ok: z.literal(true), version: z.object({ content: z.string() }) })

/** The local path that a form redirects to. */
export const NextForm = z.object({
  next: z
    .string()
    .regex(/^\/repos(\/[\w./%-]*)?$/)
    .catch('/repos'),
})

/** A form sends one value as a string and several as a list. */
export const ImportForm = z.object({
  path: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((paths) => [paths ?? []].flat()),
  next: z.string().max(2_000).default(''),
  after: After.default(''),
})
