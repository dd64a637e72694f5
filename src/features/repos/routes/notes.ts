import type { NoteId } from '#base/ids.ts'
import { isoUtc } from '#base/time.ts'
import { parseIdOr } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isContentWithinLimit, NOTE_CONTENT_CHARS } from '#features/notes/note.ts'
import { contentTooLong, noteConflict, noteNotFound } from '#features/notes/problems.ts'
import {
  CreateBody,
  CreatedReply,
  IdParams,
  NOTE_BODY_BYTES,
  NoteReply,
  toChange,
  toItem,
  toStored,
} from '#features/notes/schema/notes.ts'
import { RepoOrphansPage } from '../pages/orphans-page.tsx'
import * as schema from '../schema/notes.ts'
import { RepoParams } from '../schema/repos.ts'
import * as notes from '../service/notes.ts'

const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => noteNotFound({ note_id: id }))

export const repoNotes: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }

  app.get(
    '/api/sticky-notes/repo/:repo_name/*',
    {
      config,
      schema: {
        sentence: {
          he: 'הפתקים על קובץ במאגר. unknown אומר שאי אפשר לקרוא את העותק כרגע.',
          en: 'Lists the notes on a repository file. unknown means that the mirror cannot be read now.',
        },
        params: schema.RepoFileParams,
        response: { 200: schema.RepoNotesReply },
      },
    },
    async ({ ctx, params }) => {
      const { flagged, locations, isUnknown } = await notes.listRepoNotes(ctx, params.repo_name, params['*'])
      const items = flagged.map((each) => schema.toRepoNote(each, locations.get(each.note.id)))
      const orphaned = flagged.some(({ isOrphan }) => isOrphan)
      return { ok: true as const, notes: items, count: items.length, orphaned, unknown: isUnknown }
    },
  )

  app.post(
    '/api/sticky-notes/repo/:repo_name/*',
    {
      bodyLimit: NOTE_BODY_BYTES,
      config,
      schema: {
        sentence: { he: 'פתק חדש על קובץ במאגר.', en: 'Creates a note on a repository file.' },
        params: schema.RepoFileParams,
        body: CreateBody,
        response: { 201: CreatedReply },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const draft = toChange(body)
      if (!isContentWithinLimit(draft)) throw contentTooLong({ field: 'content', max: NOTE_CONTENT_CHARS })
      const note = await notes.createRepoNote(ctx, params.repo_name, params['*'], draft)
      return reply.code(201).send({ ok: true, id: note.id, note: { ...toItem(note), orphaned: false } })
    },
  )

  app.get(
    '/api/sticky-notes/repo-orphans/:repo_name',
    {
      config,
      schema: {
        sentence: {
          he: 'פתקים שהקובץ שלהם אינו עוד בעותק של המאגר.',
          en: 'Lists the notes whose file is no longer in the mirrored repository.',
        },
        params: schema.RepoNameParams,
        response: { 200: schema.OrphansReply },
      },
    },
    async ({ ctx, params }) => {
      const { flagged, repo, isUnknown } = await notes.repoOrphans(ctx, params.repo_name)
      const items = flagged.map((each) => schema.toRepoNote(each))
      const last = repo?.lastSyncAt ? isoUtc(repo.lastSyncAt) : null
      return { ok: true as const, notes: items, count: items.length, last_sync_time: last, unknown: isUnknown }
    },
  )

  app.get(
    '/api/sticky-notes/orphan-repos',
    {
      config,
      schema: {
        sentence: {
          he: 'מאגרים שיש בהם פתקים ואינם משוקפים עוד.',
          en: 'Lists repositories that have notes and are no longer mirrored.',
        },
        response: { 200: schema.OrphanReposReply },
      },
    },
    async ({ ctx }) => {
      const { repos, isUnknown } = await notes.listOrphanRepos(ctx)
      const items = repos.map(({ repoName, notes }) => ({ repo_name: repoName, notes }))
      return { ok: true as const, repos: items, count: items.length, unknown: isUnknown }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/reattach',
    {
      config: { auth: 'user', limit: 'note', alsoRefuses: [422, 503] },
      schema: {
        sentence: {
          he: 'חיבור פתק לקובץ ולשורות אחרים באותו מאגר.',
          en: 'Attaches a note to another file or other lines of its repository.',
        },
        params: IdParams,
        body: schema.ReattachBody,
        response: { 200: NoteReply },
      },
    },
    async ({ ctx, params, body }) => {
      const ask = { path: body.repo_path, lineStart: body.line_start ?? null, lineEnd: body.line_end ?? null }
      const { outcome, note } = await notes.reattachNote(ctx, noteId(params.id), ask)
      if (outcome === 'stale') throw noteConflict(toStored(note))
      return { ok: true as const, note: { ...toItem(note), orphaned: false } }
    },
  )

  app.get(
    '/notes/orphans/:owner/:name',
    { config, schema: { params: RepoParams, querystring: schema.OrphansQuery } },
    async ({ ctx, params, query }, reply) => {
      const repoName = `${params.owner}/${params.name}`
      const { flagged, repo, isUnknown } = await notes.repoOrphans(ctx, repoName)
      const orphans = flagged.map(({ note }) => note)
      const [isMirrored, news] = [repo !== null, query.done ?? null]
      return reply.page(RepoOrphansPage({ frame: reply.frame, repoName, notes: orphans, isMirrored, isUnknown, news }))
    },
  )

  app.post(
    '/notes/orphans/:id/attach',
    { config, schema: { params: IdParams, body: schema.AttachForm } },
    async ({ ctx, params, body }, reply) => {
      const ask = { path: body.repo_path, lineStart: body.line_start, lineEnd: null }
      const { repoName, done } = await notes.attachByForm(ctx, noteId(params.id), ask)
      return reply.redirect(`/notes/orphans/${repoName}?done=${done}`, 303)
    },
  )
}
