import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Ok } from '#base/wire.ts'
import * as admin from '#features/admin/schema.ts'
import * as ai from '#features/ai/schema.ts'
import * as announcements from '#features/announcements/schema.ts'
import * as boards from '#features/boards/schema/boards.ts'
import * as codeRun from '#features/code-run/schema.ts'
import * as files from '#features/files/schema.ts'
import * as jobs from '#features/jobs/schema.ts'
import * as notes from '#features/notes/schema.ts'
import * as noteMoves from '#features/notes/schema/move-to-file.ts'
import { PlacesReply } from '#features/notes/schema/places.ts'
import * as observability from '#features/observability/schema.ts'
import * as push from '#features/push/schema.ts'
import * as reminders from '#features/reminders/schema.ts'
import * as repoNotes from '#features/repo-notes/schema.ts'
import * as repos from '#features/repos/schema/repos.ts'
import * as upstream from '#features/repos/schema/upstream.ts'
import * as search from '#features/search/schema.ts'
import * as settings from '#features/settings/schema.ts'
import * as shares from '#features/shares/schema/api.ts'
import * as stats from '#features/stats/schema.ts'
import * as tokens from '#features/tokens/schema.ts'
import * as moveIn from '#features/move-in/schema.ts'
import * as transfer from '#features/transfer/schema/reply.ts'

/** The reply of every JSON route when it succeeds. `test/openapi.db.test.ts` compares the list with the routes. */
export const REPLIES = {
  'GET /api/admin/jobs': jobs.JobsReply,
  'GET /api/admin/verify-indexes': admin.VerifyReply,
  'POST /api/ai/explain': ai.ExplainReply,
  'GET /api/code/run/limits': codeRun.LimitsReply,
  'POST /api/code/run': codeRun.RunReply,
  'GET /api/files': files.ListReply,
  'POST /api/files': files.SavedReply,
  'GET /api/files/ids': files.IdsReply,
  'GET /api/files/facets': files.FacetsReply,
  'GET /api/files/:id': files.FileReply,
  'PUT /api/files/:id': files.SavedReply,
  'GET /api/files/:id/versions': files.VersionsReply,
  'GET /api/files/:id/versions/:version': files.VersionReply,
  'POST /api/files/:id/restore-version': files.SavedReply,
  'POST /api/files/:id/pin': Ok,
  'POST /api/files/:id/trash': Ok,
  'POST /api/files/:id/share': shares.SharedReply,
  'GET /api/files/:id/upstream': upstream.UpstreamReply,
  'POST /api/files/:id/upstream': upstream.UpdatedReply,
  'POST /api/files/bulk-delete': files.DeletedReply,
  'POST /api/files/bulk-favorite': files.UpdatedReply,
  'POST /api/files/bulk-move': files.UpdatedReply,
  'POST /api/files/bulk-tag': files.UpdatedReply,
  'POST /api/files/bulk-unfavorite': files.UpdatedReply,
  'POST /api/files/create-share-link': shares.LinkReply,
  'POST /api/files/raw/:name': files.SavedReply,
  'PUT /api/files/raw/:name': files.SavedReply,
  'POST /api/files/upload': transfer.TransferReply,
  'POST /api/import': transfer.ImportReply,
  'GET /api/move-in': moveIn.MovesReply,
  'POST /api/move-in': moveIn.MoveReply,
  'POST /api/move-in/preview': moveIn.PreviewReply,
  'POST /api/move-in/:id/undo': moveIn.UndoReply,
  'GET /api/note-boards': boards.BoardsReply,
  'POST /api/note-boards': boards.BoardReply,
  'PATCH /api/note-boards/:id': boards.BoardReply,
  'DELETE /api/note-boards/:id': Ok,
  'GET /api/observability/aggregations': observability.AggregationsReply,
  'GET /api/observability/alerts': observability.AlertsReply,
  'POST /api/observability/alerts/ai_explain': ai.ExplainReply,
  'POST /api/observability/alerts/webhook': observability.WebhookReply,
  'POST /api/observability/quickfix/track': Ok,
  'GET /api/observability/replay': observability.ReplayReply,
  'GET /api/observability/timeseries': observability.SeriesReply,
  'GET /api/push/public-key': push.PublicKeyReply,
  'POST /api/push/subscribe': push.SubscribeReply,
  'DELETE /api/push/subscribe': push.RemovedReply,
  'GET /api/push/subscriptions': push.DevicesReply,
  'DELETE /api/push/subscriptions': push.RemovedReply,
  'POST /api/push/subscriptions/cleanup': push.RemovedReply,
  'POST /api/push/sw-report': Ok,
  'POST /api/push/test': push.TestReply,
  'POST /api/repo-hooks/:hook': Ok,
  'GET /api/repos': repos.ReposReply,
  'POST /api/repos': repos.RepoReply,
  'GET /api/repos/:id': repos.RepoReply,
  'DELETE /api/repos/:id': Ok,
  'POST /api/repos/:id/hook': repos.HookReply,
  'POST /api/repos/:id/import': repos.ImportReply,
  'POST /api/repos/:id/sync': repos.RepoReply,
  'GET /api/repos/:id/text': repos.TextReply,
  'POST /api/repos/:id/upload': upstream.UploadReply,
  'PUT /api/settings/shortcuts': settings.ShortcutsReply,
  'POST /api/shared/save': shares.SavedReply,
  'GET /api/shares': shares.SharesReply,
  'DELETE /api/shares/:share_id': Ok,
  'GET /api/stats': stats.StatsReply,
  'GET /api/sticky-notes/:id': notes.NotesReply,
  'POST /api/sticky-notes/:id': notes.CreatedReply,
  'POST /api/sticky-notes/batch': notes.BatchReply,
  'GET /api/sticky-notes/board/:id': notes.NotesReply,
  'POST /api/sticky-notes/board/:id': notes.CreatedReply,
  'GET /api/sticky-notes/note/:id': notes.NoteReply,
  'PUT /api/sticky-notes/note/:id': notes.UpdatedReply,
  'DELETE /api/sticky-notes/note/:id': Ok,
  'GET /api/sticky-notes/note/:id/history': notes.HistoryReply,
  'GET /api/sticky-notes/note/:id/places': PlacesReply,
  'POST /api/sticky-notes/note/:id/history/restore': notes.UpdatedReply,
  'POST /api/sticky-notes/note/:id/move': notes.NoteReply,
  'POST /api/sticky-notes/note/:id/reattach': notes.NoteReply,
  'POST /api/sticky-notes/note/:id/move-to-file': noteMoves.MovedReply,
  'POST /api/sticky-notes/note/:id/dismiss-move': Ok,
  'GET /api/sticky-notes/note/:id/reminder': reminders.ReminderReply,
  'POST /api/sticky-notes/note/:id/reminder': reminders.RemindAtReply,
  'DELETE /api/sticky-notes/note/:id/reminder': Ok,
  'DELETE /api/sticky-notes/note/:id/reminder/repeat': Ok,
  'POST /api/sticky-notes/note/:id/restore': notes.NoteReply,
  'POST /api/sticky-notes/note/:id/snooze': reminders.RemindAtReply,
  'POST /api/sticky-notes/note/:id/task': notes.TaskReply,
  'GET /api/sticky-notes/orphan-repos': repoNotes.OrphanReposReply,
  'GET /api/sticky-notes/note/:id/watch': reminders.WatchReply,
  'POST /api/sticky-notes/note/:id/watch': reminders.ArmedReply,
  'DELETE /api/sticky-notes/note/:id/watch': Ok,
  'GET /api/sticky-notes/reminders/ahead': reminders.LocatedReply,
  'GET /api/sticky-notes/reminders/due': reminders.LocatedReply,
  'GET /api/sticky-notes/reminders/list': reminders.ListReply,
  'GET /api/sticky-notes/reminders/summary': reminders.SummaryReply,
  'POST /api/sticky-notes/reminders/ack': Ok,
  'POST /api/sticky-notes/reminders/reopen': Ok,
  'GET /api/sticky-notes/repo-orphans/:repo_name': repoNotes.OrphansReply,
  'GET /api/sticky-notes/repo/:repo_name/*': repoNotes.RepoNotesReply,
  'POST /api/sticky-notes/repo/:repo_name/*': notes.CreatedReply,
  'GET /api/sticky-notes/search': notes.SearchReply,
  'GET /api/search': search.Reply,
  'GET /api/search/opened': search.OpenedReply,
  'GET /api/search/values': search.ValuesReply,
  'GET /api/tokens': tokens.TokensReply,
  'POST /api/tokens': tokens.CreatedTokenReply,
  'DELETE /api/tokens/:id': Ok,
  'POST /api/trash/:id/purge': Ok,
  'POST /api/trash/:id/restore': files.SavedReply,
  'POST /api/trash/bulk-restore': files.RestoredReply,
  'GET /api/v1/announcements/active': announcements.ActiveReply,
  'POST /api/welcome/ack': Ok,
}

const Problem = z.object({
  ok: z.literal(false),
  error: z.string(),
  code: z.string(),
  message: z.string(),
  request_id: z.string(),
})
export type ProblemBody = z.output<typeof Problem>

/** Fastify's router answers a URL that it cannot decode, or with too long a parameter, before any route does. */
const RouterError = z.object({ code: z.enum(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']), statusCode: z.int() })

type Replies = typeof REPLIES
type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path]
type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url

type Matches<Given, Pattern> = Pattern extends ['*']
  ? true
  : [Given, Pattern] extends [[infer Part, ...infer Parts], [infer Expected, ...infer Others]]
    ? Expected extends `:${string}`
      ? Matches<Parts, Others>
      : Part extends Expected
        ? Matches<Parts, Others>
        : false
    : [Given, Pattern] extends [[], []]
      ? true
      : false

type PatternFor<Method extends string, Path extends string> = {
  [Route in keyof Replies]: Route extends `${Method} ${infer Pattern}`
    ? Matches<Segments<Path>, Segments<Pattern>> extends true
      ? Route
      : never
    : never
}[keyof Replies]

/** A path without parameters wins over a pattern, as in the router. */
type RouteFor<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof Replies
  ? `${Method} ${Path}`
  : PatternFor<Method, Path>

/** The reply of a URL; `unknown` for a page, a download or a URL of type `string`. */
export type ReplyTo<Method extends string, Url extends string> = [RouteFor<Method, WithoutQuery<Url>>] extends [never]
  ? unknown
  : z.output<Replies[RouteFor<Method, WithoutQuery<Url>>]>

type Entry = { segments: readonly string[]; schema: z.ZodType }
const ROUTES: ReadonlyMap<string, Entry> = new Map(
  Object.entries(REPLIES).map(([route, schema]): [string, Entry] => [route, { segments: route.split('/'), schema }]),
)

function matches(given: readonly string[], pattern: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? given.length < pattern.length : given.length !== pattern.length) return false
  return pattern.every((expected, i) => expected === '*' || expected.startsWith(':') || expected === given[i])
}

function schemaFor(method: string, url: string): z.ZodType | undefined {
  const route = `${method} ${url.replace(/\?.*/s, '')}`
  const given = route.split('/')
  const found = ROUTES.get(route) ?? ROUTES.values().find(({ segments }) => matches(given, segments))
  return found?.schema
}

/** The parsed body of a JSON route, or null for a URL that is not in the list. Throws when the body is not as declared. */
export function parseReply(method: string, url: string, status: number, text: string): { body: unknown } | null {
  const declared = schemaFor(method, url)
  if (!declared) return null
  const schema = status < 300 ? declared : Problem.loose()
  const sent = parseJson(text)
  if (RouterError.safeParse(sent).success) return null
  const { data, error } = schema.safeParse(sent)
  // A schema drops the fields that it does not declare; a reply that has some is wrong too.
  if (error || !isDeepStrictEqual(data, sent))
    throw new Error(`${method} ${url} answered ${status} with a body that is not declared: ${text}`, { cause: error })
  return { body: data }
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
