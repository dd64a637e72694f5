import { announce } from '#browser/announce.ts'
import type { Finding, WorkerResponse, WorkerRequest } from '#browser/python/messages.ts'
import type { Tool } from '#browser/python/open.ts'
import { toast } from '#browser/toast.ts'
import type { RunWords } from '../../messages.ts'

type Editor = {
  text: () => string
  setText: (text: string) => void
  show: (findings: readonly Finding[] | null) => void
}

/** Formats and lints in the browser; Ruff loads on first use. */
export function ruffTools(t: RunWords, editor: Editor) {
  let opening: Promise<Tool> | null = null
  const ask = async (question: WorkerRequest): Promise<WorkerResponse | null> => {
    try {
      opening ??= import('#browser/python/open.ts').then(({ openRuff }) => openRuff(t.check))
      return await (await opening).ask(question)
    } catch {
      opening = null
      toast({ text: t.toolFailed, kind: 'error' })
      return null
    }
  }
  return {
    format: async () => {
      const before = editor.text()
      const answer = await ask({ kind: 'format', code: before })
      if (answer?.kind === 'failed') toast({ text: t.cannotFormat, kind: 'error' })
      if (answer?.kind !== 'formatted') return
      if (answer.code !== before) editor.setText(answer.code)
      toast({ text: answer.code === before ? t.alreadyFormatted : t.formatted })
    },
    check: async () => {
      const answer = await ask({ kind: 'check', code: editor.text() })
      if (answer?.kind !== 'checked') return
      editor.show(answer.findings)
      announce(answer.findings.length === 0 ? t.noFindings : t.findings(answer.findings.length))
    },
  }
}
