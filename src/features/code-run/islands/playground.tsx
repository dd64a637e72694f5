import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { RUN_LIMITS } from '../limits.ts'
import { runMessages } from '../messages.ts'
import { Findings } from './parts/findings.tsx'
import { HistoryView } from './parts/history-view.tsx'
import { OutputView } from './parts/output-view.tsx'
import { SaveFile } from './parts/save.tsx'
import type { OutputPiece } from './parts/session.ts'
import { SettingsRow } from './parts/settings-row.tsx'
import { type TabName, Tabs } from './parts/tabs.tsx'
import { useNow, useWorkbench, type Workbench } from './parts/workbench.ts'
import { outcomeLine, phaseLine } from './parts/words.ts'
import type { RanOnce } from '../ran-once.ts'
import type { PlaygroundProps } from './props.ts'

/** The page below its title. The server renders it as a form that works without script. */
function Playground(props: PlaygroundProps) {
  const { locale, access, code, ran } = props
  const t = runMessages(locale)
  const host = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const bench = useWorkbench(props)
  useEffect(() => (host.current ? bench.open(host.current) : undefined), [])
  // On a small screen the output is below the fold, so scroll to it.
  useEffect(() => {
    if (bench.order.value) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [bench.order.value])
  return (
    <form
      class="playground stack shrinks gap-4"
      method="post"
      action="/tools/code"
      onSubmit={(event) => (event.preventDefault(), bench.run())}
    >
      <Toolbar locale={locale} bench={bench} fileName={props.fileName} />
      <SettingsRow
        locale={locale}
        access={access}
        where={bench.where.value}
        timeout={bench.timeout.value}
        memoryMb={bench.memoryMb.value}
        change={bench.change}
      />
      <div class="run-columns columns-wide gap-4 items-top">
        <div class="stack shrinks gap-2">
          <div ref={host} class="editor-host hides-empty run-host" />
          <textarea
            class="editor-text run-text small mono full pad-3"
            name="code"
            dir="ltr"
            rows={16}
            wrap="off"
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            aria-label={t.code}
            hidden={bench.isOpen.value}
            defaultValue={code}
          />
          <p id="run-hint" class="editor-hint muted tiny">
            {t.editorHint}
          </p>
          {bench.findings.value && <Findings locale={locale} findings={bench.findings.value} reveal={bench.reveal} />}
        </div>
        <div ref={panel} class="run-side">
          <Panels locale={locale} bench={bench} ran={ran} />
        </div>
      </div>
    </form>
  )
}

function Toolbar({ locale, bench, fileName }: { locale: Locale; bench: Workbench; fileName: string }) {
  const t = runMessages(locale)
  const saving = useSignal(false)
  const { phase, output } = bench.session
  const isRunning = phase.value.is !== 'idle' && phase.value.is !== 'done'
  const printed = output.value.map(({ text }) => text).join('')
  return (
    <div class="run-toolbar cluster gap-2" role="toolbar" aria-label={t.tools}>
      {/* Keys prevent Preact from reusing the Stop button as the Run button, which the same click would then press. */}
      {isRunning ? (
        <Button key="stop" kind="danger" icon="stop" type="button" onClick={bench.session.stop}>
          {t.stop}
        </Button>
      ) : (
        <Button key="run" kind="primary" icon="play">
          {t.run}
        </Button>
      )}
      <Button type="button" disabled={!bench.isReady.value} onClick={() => void bench.format()}>
        {t.format}
      </Button>
      <Button type="button" disabled={!bench.isReady.value} onClick={() => void bench.check()}>
        {t.check}
      </Button>
      {saving.value ? (
        <SaveFile locale={locale} fileName={fileName} code={bench.text} close={() => (saving.value = false)} />
      ) : (
        <>
          <Button kind="quiet" type="button" disabled={!bench.isReady.value} onClick={() => (saving.value = true)}>
            {t.saveFile}
          </Button>
          <Button
            kind="quiet"
            type="button"
            disabled={isRunning || printed === ''}
            onClick={() => bench.keepNote(printed)}
          >
            {t.saveNote}
          </Button>
        </>
      )}
    </div>
  )
}

function Panels({ locale, bench, ran }: { locale: Locale; bench: Workbench; ran: RanOnce | null }) {
  const t = runMessages(locale)
  const tab = bench.tab
  const choose = (name: TabName) => (tab.value = name)
  const content = {
    output: <Output locale={locale} bench={bench} ran={ran} />,
    input: (
      <label class="field run-input">
        <span>{t.inputLabel}</span>
        <textarea
          class="editor-text small mono full pad-3"
          name="stdin"
          dir="auto"
          rows={6}
          spellcheck={false}
          defaultValue={ran?.stdin ?? ''}
          onInput={(event) => (bench.stdin.value = event.currentTarget.value)}
        />
      </label>
    ),
    history: <HistoryView locale={locale} runs={bench.runs.value} restore={bench.restore} clear={bench.clear} />,
  }
  const tabs = (['output', 'input', 'history'] as const).map((name) => ({
    name,
    label: t[name],
    content: content[name],
  }))
  return <Tabs label={t.panels} tabs={tabs} open={tab.value} choose={choose} />
}

function Output({ locale, bench, ran }: { locale: Locale; bench: Workbench; ran: RanOnce | null }) {
  const t = runMessages(locale)
  const { phase, output } = bench.session
  const now = useNow(phase.value.is === 'running')
  const openInput = () => {
    bench.tab.value = 'input'
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.run-input textarea')?.focus())
  }
  const common = { locale, reveal: bench.reveal, retry: bench.run, openInput }
  // Show the server's result until the user starts a run here.
  if (ran && phase.value.is === 'idle') {
    const outcome = { kind: 'ended', where: 'server', ...ran.result } as const
    const pieces: readonly OutputPiece[] = (['stdout', 'stderr'] as const)
      .map((stream) => ({ stream, text: ran.result[stream] }))
      .filter(({ text }) => text !== '')
    const order = {
      code: '',
      stdin: '',
      timeout: RUN_LIMITS.defaultTimeoutSeconds,
      memoryMb: RUN_LIMITS.defaultMemoryMb,
    }
    return (
      <OutputView {...common} phase={{ is: 'done', outcome }} line={outcomeLine(t, outcome, order)} output={pieces} />
    )
  }
  const line = phaseLine(t, phase.value, bench.order.value, now)
  return <OutputView {...common} phase={phase.value} line={line} output={output.value} />
}

export const island = Playground
