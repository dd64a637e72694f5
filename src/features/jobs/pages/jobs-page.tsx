import { formatNumber, type Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Table } from '#ui/components/table.tsx'
import { Time } from '#ui/components/time.tsx'
import { type LoadedSection, SectionCards } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { percentOf, type Run, type ShownJob } from '../job-list.ts'
import { jobMessages } from '../messages.ts'

type Props = {
  frame: Frame
  now: Date
  jobs: readonly ShownJob[]
  asked: ShownJob | null
  /** Each from the feature that knows about it. */
  sections: readonly LoadedSection[]
}

export function JobsPage({ frame, now, jobs, asked, sections }: Props) {
  const t = jobMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['backups', 'jobs']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      {asked && (
        <Notice kind="success" locale={frame.locale}>
          {t.asked(asked.title[frame.locale])}
        </Notice>
      )}
      <div class="stack below-4 gap-4">
        <SectionCards sections={sections} />
      </div>
      <ul class="jobs stack gap-4">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} now={now} locale={frame.locale} />
        ))}
      </ul>
    </Layout>
  )
}

function JobRow({ job, now, locale }: { job: ShownJob; now: Date; locale: Locale }) {
  const t = jobMessages(locale)
  const [latest] = job.runs
  return (
    <li class="job panel pad-4" id={job.id}>
      <div class="flex between items-top gap-4">
        <div class="shrinks">
          <h2 class="sized-m">{job.title[locale]}</h2>
          <p class="meta-line above-1">
            <code dir="ltr">{job.id}</code>
            <span>{t.every(job.everySeconds)}</span>
            {job.looks && <span>{t.looks}</span>}
            {job.disabled && <Chip>{t.disabled}</Chip>}
          </p>
        </div>
        <form method="post" action={`/admin/jobs/${job.id}/run`} data-confirms>
          <Button label={t.runOne(job.title[locale])} disabled={job.disabled}>
            {t.run}
          </Button>
        </form>
      </div>
      {latest ? (
        <>
          <RunLine run={latest} now={now} locale={locale} />
          <details class="disclosure job-runs small above-2">
            <summary>{t.earlier(job.runs.length)}</summary>
            <RunTable runs={job.runs} now={now} locale={locale} />
          </details>
        </>
      ) : (
        <p class="job-never meta">{t.never}</p>
      )}
    </li>
  )
}

type RunProps = { run: Run; now: Date; locale: Locale }

function RunLine({ run, now, locale }: RunProps) {
  const t = jobMessages(locale)
  const percent = percentOf(run)
  return (
    <p class="meta-line above-3">
      <Status run={run} locale={locale} />
      <Time at={run.startedAt} now={now} locale={locale} />
      {run.status === 'running' && percent !== null && (
        <progress max={100} value={percent} aria-label={t.done}>
          {percent}%
        </progress>
      )}
      <Processed run={run} locale={locale} />
      <Reason run={run} locale={locale} />
    </p>
  )
}

function Status({ run, locale }: Pick<RunProps, 'run' | 'locale'>) {
  return <span class={`job-status strong job-${run.status}`}>{jobMessages(locale)[run.status]}</span>
}

function Processed({ run, locale }: Pick<RunProps, 'run' | 'locale'>) {
  const t = jobMessages(locale)
  if (run.total === null) return <span>{`${t.done}: ${formatNumber(locale, run.processed)}`}</span>
  return <span>{`${t.done}: ${t.of(run.processed, run.total)}`}</span>
}

const REASONS = ['orphaned', 'time_limit', 'exception', 'leadership_lost', 'already_running', 'disabled'] as const

function Reason({ run, locale }: Pick<RunProps, 'run' | 'locale'>) {
  const t = jobMessages(locale)
  const known = REASONS.find((reason) => reason === run.failureReason)
  if (!known) return null
  return (
    <span class="job-reason">
      {t[known]} {run.error && <code dir="ltr">{run.error}</code>}
    </span>
  )
}

function RunTable({ runs, now, locale }: { runs: readonly Run[]; now: Date; locale: Locale }) {
  const t = jobMessages(locale)
  return (
    <Table label={t.earlier(runs.length)} heads={[t.status, t.started, t.took, t.done, t.trigger, t.owner]}>
      {runs.map((run) => (
        <tr key={run.runId}>
          <td>
            <Status run={run} locale={locale} /> <Reason run={run} locale={locale} />
          </td>
          <td>
            <Time at={run.startedAt} now={now} locale={locale} />
          </td>
          <td>
            {run.endedAt ? t.seconds(((run.endedAt.getTime() - run.startedAt.getTime()) / 1000).toFixed(1)) : '…'}
          </td>
          <td>{run.processed}</td>
          <td>{t[run.trigger]}</td>
          <td>
            <code dir="ltr">{run.owner}</code>
          </td>
        </tr>
      ))}
    </Table>
  )
}
