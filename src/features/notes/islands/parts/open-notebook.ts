import { openOutbox } from '#browser/outbox.ts'
import { deviceNow, newKey } from '#browser/page-life.ts'
import { Notebook } from './notebook.ts'
import { noteTransport } from './transport.ts'

/** The notes that `home` lists, in this browser. `place` names them in its memory of what is not saved yet. */
export function openNotebook(home: string, place: string): Notebook {
  return new Notebook({
    transport: noteTransport(home),
    outbox: openOutbox(place),
    now: deviceNow,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    newKey,
  })
}
