import type { FeatureRoutes } from '#platform/http/types.ts'
import { isContentWithinLimit, NOTE_CONTENT_CHARS } from '#features/notes/note.ts'
import { contentTooLong, noteConflict } from '#features/notes/problems.ts'
import {
  CreateBody,
  CreatedReply,
  IdParams,
  NOTE_BODY_BYTES,
  NoteReply,
  toChange,
  toItem,
  toStored,
} from '#features/notes/schema.ts'
import * as schema from '../schema.ts'
import * as repoNotes from '../service/repo-notes.ts'
import { noteId } from './note-id.ts'

export const repoNoteApi: FeatureRoutes = (app) => {
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
      const { flagged, locations, isUnknown } = await repoNotes.listRepoNotes(ctx, params.repo_name, params['*'])
      const notes = flagged.map((each) => schema.toRepoItem(each, locations.get(each.note.id)))
      const orphaned = flagged.some(({ isOrphan }) => isOrphan)
      return { ok: true as const, notes, count: notes.length, orphaned, unknown: isUnknown }
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
      const note = await repoNotes.createRepoNote(ctx, params.repo_name, params['*'], draft)
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
        params: schema.RepoParams,
        response: { 200: schema.OrphansReply },
      },
    },
    async ({ ctx, params }) => {
      const { flagged, repo, isUnknown } = await repoNotes.repoOrphans(ctx, params.repo_name)
      const notes = flagged.map((each) => schema.toRepoItem(each))
      const last = schema.toSyncTime(repo?.lastSyncAt)
      return { ok: true as const, notes, count: notes.length, last_sync_time: last, unknown: isUnknown }
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
      const { repos, isUnknown } = await repoNotes.listOrphanRepos(ctx)
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
      const { outcome, note } = await repoNotes.reattachNote(ctx, noteId(params.id), ask)
      if (outcome === 'stale') throw noteConflict(toStored(note))
      return { ok: true as const, note: { ...toItem(note), orphaned: false } }
    },
  )
}
