import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { lineLabel } from '../../browser/margin/spot.ts'
import type { OfferedMove } from '../../browser/saving/listed-note.ts'
import { moveOfferMessages } from '../../messages/move-offer.ts'
import type { Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'

type Props = { desk: MarginDesk; noted: Noted; offer: OfferedMove }

/** "This code is now in billing/total.py L3-5", with buttons that move the note there or dismiss the offer. */
export function MoveOfferLine({ desk, noted, offer }: Props) {
  const t = moveOfferMessages(desk.locale)
  const { fileId, path, start, end } = offer
  return (
    <div class="note-offer stack gap-1">
      <p>
        {t.codeIsIn}
        <a href={`/file/${fileId}#L${start}`}>
          <bdi dir="ltr">
            {path} {lineLabel(start, end)}
          </bdi>
        </a>
      </p>
      <div class="wraps gap-1">
        <button class="note-button tiny medium" type="button" onClick={() => void moveThere(desk, noted, offer)}>
          {t.moveNote}
        </button>
        <button class="note-button tiny medium" type="button" onClick={() => void dismiss(desk, noted)}>
          {t.dismiss}
        </button>
      </div>
    </div>
  )
}

type InFile = { file_id: string; version: number; line_start: number; line_end: number }

async function moveThere(desk: MarginDesk, noted: Noted, { fileId, path, version, start, end }: OfferedMove) {
  const t = moveOfferMessages(desk.locale)
  // The text of the note is sent first: the move changes the version of the note that the server compares with.
  desk.book.finish(noted.key)
  const was = await moveTo(desk, noted, { file_id: fileId, version, line_start: start, line_end: end })
  if (!was) return
  const undo = async () => {
    if (await moveTo(desk, noted, was)) toast({ text: t.movedBack })
  }
  toast({ text: t.moved(path), action: { label: desk.t.undo, run: () => void undo() } })
}

/** Returns where the note was; null when it was not moved. */
async function moveTo(desk: MarginDesk, { entry }: Noted, to: InFile): Promise<InFile | null> {
  const url = `/api/sticky-notes/note/${entry.value.id ?? ''}/move-to-file`
  const answer = await call<{ was: InFile | null }>('POST', url, { body: to })
  if (answer.outcome !== 'done') {
    showFailure(desk, answer)
    return null
  }
  await desk.book.refresh()
  return answer.data.was
}

async function dismiss(desk: MarginDesk, noted: Noted): Promise<void> {
  const t = moveOfferMessages(desk.locale)
  const lostIn = Number(noted.location.value?.evidence?.since)
  if (!(await putDismissal(desk, noted, lostIn))) return
  const undo = () => void putDismissal(desk, noted, null)
  toast({ text: t.dismissed, action: { label: desk.t.undo, run: undo } })
}

async function putDismissal(desk: MarginDesk, { entry }: Noted, version: number | null): Promise<boolean> {
  const url = `/api/sticky-notes/note/${entry.value.id ?? ''}/dismiss-move`
  const answer = await call('POST', url, { body: { version } })
  if (answer.outcome === 'done') await desk.book.refresh()
  else showFailure(desk, answer)
  return answer.outcome === 'done'
}

function showFailure({ locale }: MarginDesk, answer: Exclude<Awaited<ReturnType<typeof call>>, { outcome: 'done' }>) {
  const text = (answer.outcome === 'refused' && answer.refusal.message) || moveOfferMessages(locale).failed
  toast({ kind: 'error', text })
}
