import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { announce } from '#browser/announce.ts'
import type { CodeEditor } from '#browser/editor.ts'
import { addShortcut } from '#browser/keyboard.ts'
import type { Finding } from '#browser/python/messages.ts'
import { addRun, type PastRun, readRuns, writeRuns } from '#browser/run-history.ts'
import { toast } from '#browser/toast.ts'
import { RUN_LIMITS } from '../../limits.ts'
import { runMessages, type RunWords } from '../../messages.ts'
import type { PlaygroundProps } from '../props.ts'
import { findingMarks, importMarks } from './marks.ts'
import { openEditorIn, typedIn, whenTouched } from './open-editor.ts'
import { ruffTools } from './ruff-tools.ts'
import { runInBrowser } from './run-in-browser.ts'
import { runOnServer } from './run-on-server.ts'
import { saveNote } from './save.tsx'
import { createSession, type RunOrder, type Session, type Where } from './session.ts'
import type { TabName } from './tabs.tsx'
import { outcomeLine } from './words.ts'

/** The state of the page. */
function useSignals({ access, ran }: PlaygroundProps) {
  return {
    where: useSignal<Where>(access === 'open' ? 'server' : 'browser'),
    timeout: useSignal<number>(RUN_LIMITS.defaultTimeoutSeconds),
    memoryMb: useSignal<number>(RUN_LIMITS.defaultMemoryMb),
    stdin: useSignal(ran?.stdin ?? ''),
    tab: useSignal<TabName>('output'),
    isReady: useSignal(false),
    isOpen: useSignal(false),
    order: useSignal<RunOrder | null>(null),
    runs: useSignal<readonly PastRun[]>([]),
    findings: useSignal<readonly Finding[] | null>(null),
  }
}

type Known = ReturnType<typeof useSignals>
/** The editor is opened when the user turns to it. Until then the text is in the textarea after `host`. */
type Desk = {
  t: RunWords
  props: PlaygroundProps
  known: Known
  session: Session
  host: HTMLElement | null
  editor: CodeEditor | null
  open: () => Promise<CodeEditor | null>
}

export type Workbench = ReturnType<typeof useWorkbench>

/** The state and actions of the page. */
export function useWorkbench(props: PlaygroundProps) {
  const known = useSignals(props)
  return useMemo(() => {
    const t = runMessages(props.locale)
    const desk: Desk = {
      t,
      props,
      known,
      session: newSession(t, props, known),
      host: null,
      editor: null,
      open: async () => null,
    }
    const { session } = desk
    const run = () => startRun(desk)
    return {
      ...known,
      session,
      run,
      text: () => textOf(desk),
      ...editing(desk),
      ...history(desk),
      open: opener(desk, run),
    }
  }, [])
}

function textOf({ editor, host, props }: Desk): string {
  return editor?.text() ?? (host ? typedIn(host) : props.code)
}

function newSession(t: RunWords, { owner }: PlaygroundProps, { runs }: Known): Session {
  const ways = {
    server: runOnServer({ offline: t.noAnswer }),
    browser: runInBrowser({ label: t.pythonFrame, failed: t.pythonFailed }),
  }
  return createSession(ways, (order, outcome) => {
    const { words, tone } = outcomeLine(t, outcome, order)
    announce(words)
    if (outcome.kind === 'ended') runs.value = addRun(owner, { code: order.code, words, ok: tone === 'success' })
  })
}

function startRun(desk: Desk): void {
  const { known, session } = desk
  if (session.isRunning()) return
  const { stdin, timeout, memoryMb } = known
  const order = { code: textOf(desk), stdin: stdin.value, timeout: timeout.value, memoryMb: memoryMb.value }
  known.order.value = order
  known.tab.value = 'output'
  void session.run(known.where.value, order)
}

function underline({ t, known, editor }: Desk): void {
  const imports = known.where.value === 'server' ? importMarks(t, editor?.text() ?? '') : []
  editor?.mark([...imports, ...findingMarks(known.findings.value ?? [])])
}

function editing(desk: Desk) {
  const { t, props, known } = desk
  return {
    reveal: (line: number) => void desk.open().then((editor) => editor?.reveal(line)),
    keepNote: (output: string) => void saveNote(props.locale, output),
    change: ({ where, timeout, memoryMb }: { where?: Where; timeout?: number; memoryMb?: number }) => {
      if (where) known.where.value = where
      if (timeout !== undefined) known.timeout.value = timeout
      if (memoryMb !== undefined) known.memoryMb.value = memoryMb
      underline(desk)
    },
    ...ruffTools(t, {
      text: () => textOf(desk),
      setText: (formatted) => void desk.open().then((editor) => editor?.setText(formatted)),
      show: (findings) => {
        known.findings.value = findings
        void desk.open().then(() => underline(desk))
      },
    }),
  }
}

/** Neither asks for confirmation, because both can be undone. */
function history(desk: Desk) {
  const { t, props, known } = desk
  return {
    restore: (past: string) => {
      const before = textOf(desk)
      const put = (text: string) => void desk.open().then((editor) => editor?.setText(text))
      put(past)
      toast({ text: t.restored, action: { label: t.undo, run: () => put(before) } })
    },
    clear: () => {
      const before = [...known.runs.value]
      known.runs.value = writeRuns(props.owner, [])
      const undo = () => (known.runs.value = writeRuns(props.owner, before))
      toast({ text: t.historyCleared, action: { label: t.undo, run: undo } })
    },
  }
}

function opener(desk: Desk, run: () => void) {
  const { t, props, known, session } = desk
  const changed = () => {
    known.findings.value = null
    underline(desk)
  }
  return (host: HTMLElement) => {
    desk.host = host
    known.runs.value = readRuns(props.owner)
    const forget = addShortcut({ keys: 'Mod+Enter', label: t.run, run })
    let opening: Promise<CodeEditor> | null = null
    desk.open = async () => (opening ??= openDesk(desk, host, { run, changed }))
    whenTouched(host, () => void desk.open())
    known.isReady.value = true
    return () => {
      forget()
      session.stop()
      desk.editor?.close()
    }
  }
}

async function openDesk(desk: Desk, host: HTMLElement, on: { run: () => void; changed: () => void }) {
  const opened = await openEditorIn(host, desk.props.locale, on)
  desk.editor = opened
  desk.known.isOpen.value = true
  underline(desk)
  // The editor accepts text before its language has loaded: whoever waited for both would miss what is typed meanwhile.
  void opened.setLanguage('Python')
  return opened
}

/** The current time, updated a few times a second while `isOn`. */
export function useNow(isOn: boolean): number {
  const now = useSignal(0)
  useEffect(() => {
    if (!isOn) return
    now.value = performance.now()
    const timer = setInterval(() => (now.value = performance.now()), 100)
    return () => clearInterval(timer)
  }, [isOn])
  return now.value
}
