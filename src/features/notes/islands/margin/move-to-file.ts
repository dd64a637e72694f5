import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { shown } from '../../browser/saving/entry.ts'
import type { Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'
import { repoOf } from './place-line.tsx'

/** Attaches a note to the same lines of another file of its repository, and opens that file. */
export async function moveToFile({ fileId, words }: MarginDesk, { entry }: Noted, path: string): Promise<void> {
  const { id } = entry.value
  const { lineStart, lineEnd } = shown(entry.value)
  if (id === null) return
  const body = { repo_path: path, line_start: lineStart, line_end: lineEnd }
  const answer = await call('POST', `/api/sticky-notes/note/${id}/reattach`, { body })
  if (answer.outcome === 'done')
    location.assign(`/repos/${repoOf(fileId)}/${path.split('/').map(encodeURIComponent).join('/')}?note=${id}`)
  else toast({ kind: 'error', text: answer.outcome === 'refused' ? answer.refusal.message : words.failedMoveBack })
}
