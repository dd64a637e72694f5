import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/go.ts'
import { toast } from '#browser/toast.ts'
import { shown } from '../../browser/saving/entry.ts'
import type { Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'

/** Attaches a note to the same lines of another file of its repository, and opens that file. */
export async function moveToFile({ words }: MarginDesk, { entry }: Noted, path: string): Promise<void> {
  const { id } = entry.value
  const { lineStart, lineEnd } = shown(entry.value)
  if (id === null) return
  const body = { repo_path: path, line_start: lineStart, line_end: lineEnd }
  const answer = await call('POST', `/api/sticky-notes/note/${id}/reattach`, { body })
  if (answer.outcome === 'done') navigateTo(`/note/${id}`)
  else toast({ kind: 'error', text: answer.outcome === 'refused' ? answer.refusal.message : words.failedMoveBack })
}
