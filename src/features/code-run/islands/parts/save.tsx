import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/navigate.ts'
import { toast } from '#browser/toast.ts'
import { Button } from '#ui/components/button.tsx'
import { runMessages } from '../../messages.ts'

type Props = { locale: Locale; fileName: string; code: () => string; output: () => string; close: () => void }

/** Saves the code as a file under a name. For a taken name the server's error message is shown. */
export function SaveFile({ locale, fileName, code, close }: Omit<Props, 'output'>) {
  const t = runMessages(locale)
  const name = useSignal(fileName)
  const problem = useSignal('')
  const save = async () => {
    const body = { file_name: name.value, content: code(), language: 'Python' }
    const result = await call<{ file_id: string; file_name: string }>('POST', '/files/new', { body })
    if (result.outcome !== 'done') {
      problem.value = result.outcome === 'refused' ? result.refusal.message : t.notSaved
      return
    }
    const { file_id: id, file_name: saved } = result.data
    close()
    toast({ text: t.saved(saved), action: { label: t.open, run: () => navigateTo(`/file/${id}`) } })
  }
  return (
    <div class="run-save cluster gap-2">
      <input
        class="input"
        dir="auto"
        aria-label={t.fileName}
        value={name.value}
        maxlength={255}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => (name.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.code === 'Escape') close()
          if (event.code !== 'Enter') return
          event.preventDefault()
          void save()
        }}
      />
      <Button kind="primary" type="button" onClick={() => void save()}>
        {t.save}
      </Button>
      <Button kind="quiet" type="button" onClick={close}>
        {t.cancel}
      </Button>
      {problem.value && (
        <p class="small danger full-row" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  )
}

const NOTE_CHARS = 20_000

/** Creates the note on the default board. */
export async function saveNote(locale: Locale, output: string): Promise<void> {
  const t = runMessages(locale)
  const boards = await call<{ boards: { id: string; is_default: boolean }[] }>('GET', '/api/note-boards')
  const board = boards.outcome === 'done' ? boards.data.boards.find((each) => each.is_default) : undefined
  const content = `\`\`\`\n${Array.from(output)
    .slice(0, NOTE_CHARS - 10)
    .join('')}\n\`\`\``
  const saved = board && (await call('POST', `/api/sticky-notes/board/${board.id}`, { body: { content } }))
  if (saved?.outcome === 'done') toast({ text: t.noteSaved })
  else toast({ text: saved?.outcome === 'refused' ? saved.refusal.message : t.notSaved, kind: 'error' })
}
