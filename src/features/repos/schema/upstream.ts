import { z } from 'zod'
import { Ordinal, OrdinalText } from '#base/wire-types.ts'
import { type DriftPlan, TAKES } from '../drift-plan.ts'
import type { Upstream } from '../origin.ts'

const Blob = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)

export const SentQuery = z.object({
  branch: z.string().max(200).optional().catch(undefined),
  commit: Blob.optional().catch(undefined),
})

export const UpdateBody = z.strictObject({
  take: z.enum(TAKES).default('update'),
  prev_version: Ordinal,
  upstream_blob: Blob,
})
export const UpdateForm = UpdateBody.extend({ prev_version: OrdinalText })
export const UpdatedReply = z.object({ ok: z.literal(true), file_id: z.string(), version: z.int() })

export const UpstreamReply = z.object({
  ok: z.literal(true),
  state: z.enum(['same', 'changed', 'renamed', 'gone', 'unknown']),
  has_changed: z.boolean(),
  version: z.int(),
  repo_name: z.string(),
  repo_path: z.string(),
  renamed_to: z.string().nullable(),
  commit: z.string(),
  current_commit: z.string().nullable(),
  upstream_blob: z.string().nullable(),
  /** What an update would do. */
  update: z.enum(['nothing', 'take', 'merge', 'settle', 'ask']).nullable(),
  conflicts: z.array(z.object({ base: z.string(), mine: z.string(), theirs: z.string() })),
})

type Opened = { file: { version: number }; upstream: Upstream; compared: { plan: DriftPlan } | null }

export function toUpstream({ file, upstream, compared }: Opened): z.output<typeof UpstreamReply> {
  const { origin, state, hasChanged, head, oid } = upstream
  const plan = compared?.plan
  return {
    ok: true,
    state,
    has_changed: hasChanged,
    version: file.version,
    repo_name: origin.repoName,
    repo_path: origin.repoPath,
    renamed_to: origin.renamedTo,
    commit: origin.commit,
    current_commit: head,
    upstream_blob: oid,
    update: plan?.does ?? null,
    conflicts: plan?.does === 'ask' ? plan.parts.flatMap((part) => (part.kind === 'conflict' ? [part] : [])) : [],
  }
}

const sending = {
  branch: z.string().min(1).max(300),
  message: z.string().max(2_000).default(''),
  token: z.string().min(1).max(1_000),
}
export const SendForm = z.object(sending)

export const UploadBody = z
  .strictObject({
    ...sending,
    file_id: z.string().optional(),
    content: z.string().max(2_097_152).optional(),
    path: z.string().max(1_000).optional(),
    prev_blob: Blob.nullable().optional(),
  })
  .refine(({ file_id: id, content }) => (id === undefined) !== (content === undefined), 'either file_id or content')
export type UploadAsked = z.output<typeof UploadBody>

export const UploadReply = z.object({
  ok: z.literal(true),
  repo_path: z.string(),
  branch: z.string(),
  commit: z.string(),
  blob: z.string(),
})
