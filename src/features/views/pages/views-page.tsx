import { isOpaqueId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import { viewHref } from '#base/view-query.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { VIEW_ICONS } from '#ui/view-links.tsx'
import { NameField } from '../islands/parts/save-view.tsx'
import { island as Manage } from '../islands/manage.tsx'
import { viewMessages } from '../messages.ts'
import type { View } from '../view.ts'
import type { TypedView, ViewNews } from '../view-news.ts'

type Props = { frame: Frame; views: readonly View[]; news: ViewNews | null }

export function ViewsPage({ frame, views, news }: Props) {
  const { locale } = frame
  const t = viewMessages(locale)
  return (
    <Layout frame={frame} styles={[]} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <Island name="views/manage" component={Manage} props={{ locale }} when="touch" />
      <div class="stack gap-4" id="views" tabIndex={-1}>
        {news && <News news={news} locale={locale} />}
        {views.length === 0 ? (
          <EmptyState icon="bookmark" title={t.none} text={t.noneText}>
            <ButtonLink icon="search" href="/search">
              {t.toSearch}
            </ButtonLink>
          </EmptyState>
        ) : (
          <ul class="rows ruled panel">
            {views.map((view, i) => (
              <Row key={view.id} view={view} at={i + 1} of={views.length} locale={locale} />
            ))}
          </ul>
        )}
      </div>
    </Layout>
  )
}

function News({ news, locale }: { news: ViewNews; locale: Locale }) {
  const t = viewMessages(locale)
  switch (news.what) {
    case 'renamed':
      return (
        <Notice kind="success" locale={locale}>
          {t.renamed}
        </Notice>
      )
    case 'deleted':
      return (
        <Notice kind="success" locale={locale}>
          <form class="cluster gap-1-4" method="post" action="/views">
            <span>{t.deleted(news.view.name)}</span>
            <Fields page={news.view.page} query={news.view.query} name={news.view.name} position={news.position} />
            <Button>{t.undo}</Button>
          </form>
        </Notice>
      )
    case 'refused':
      return (
        <>
          <Notice kind="warn" locale={locale}>
            {news.text ?? t.badName}
          </Notice>
          {news.typed && <SaveAgain typed={news.typed} locale={locale} />}
        </>
      )
  }
}

/** What was typed stays in the form. */
function SaveAgain({ typed, locale }: { typed: TypedView; locale: Locale }) {
  const t = viewMessages(locale)
  return (
    <Card id="save" title={t.saveView}>
      <form class="stack gap-3 items-start" method="post" action="/views">
        <Fields page={typed.page} query={typed.query} />
        <NameField locale={locale} name={typed.name} />
        <Button kind="primary">{t.save}</Button>
      </form>
    </Card>
  )
}

function Fields(fields: { page: string; query: string; name?: string; position?: number }) {
  const { page, query, name, position } = fields
  return Object.entries({ page, query, name, position })
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => <input key={field} type="hidden" name={field} value={value} />)
}

type RowProps = { view: View; at: number; of: number; locale: Locale }

/** Every button is a form, so that it works without script; the island answers them in place. */
function Row({ view, at, of, locale }: RowProps) {
  const t = viewMessages(locale)
  const { id, name, page } = view
  return (
    <li id={`view-${id}`} data-id={id} data-name={name} data-page={page} data-query={view.query}>
      <Icon name={VIEW_ICONS[page]} />
      <span class="row-words">
        <a class="row-name" href={viewHref(view)}>
          <bdi>{name}</bdi>
        </a>
        <span class="meta-line">
          <span>{t[page]}</span>
          <bdi>{valuesOf(view)}</bdi>
        </span>
      </span>
      <span class="flex">
        <Move view={view} to="up" label={t.upOne(name)} title={t.up} disabled={at === 1} />
        <Move view={view} to="down" label={t.downOne(name)} title={t.down} disabled={at === of} />
        <Rename view={view} locale={locale} />
        <form method="post" action={`/views/${id}/delete`} data-act="delete">
          <button class="icon-button icon-button-remove" aria-label={t.deleteOne(name)} title={t.delete}>
            <Icon name="trash" />
          </button>
        </form>
      </span>
    </li>
  )
}

/** What it searches for and filters by. The id of a file or a board says nothing. */
function valuesOf({ query }: View): string {
  const values = [...new URLSearchParams(query).values()]
  return values.filter((value) => !isOpaqueId(value)).join(' · ')
}

type MoveProps = { view: View; to: 'up' | 'down'; label: string; title: string; disabled: boolean }

function Move({ view, to, label, title, disabled }: MoveProps) {
  return (
    <form method="post" action={`/views/${view.id}/move`} data-act={to}>
      <input type="hidden" name="to" value={to} />
      <button class="icon-button" aria-label={label} title={title} disabled={disabled}>
        <Icon name={to} />
      </button>
    </form>
  )
}

function Rename({ view, locale }: { view: View; locale: Locale }) {
  const t = viewMessages(locale)
  const id = `rename-${view.id}`
  const label = t.renameOne(view.name)
  return (
    <>
      <button
        class="icon-button"
        type="button"
        popovertarget={id}
        aria-label={label}
        title={t.rename}
        data-act="rename"
      >
        <Icon name="pencil" />
      </button>
      <div class="float menu menu-form" id={id} popover="auto" role="dialog" aria-label={label}>
        <form method="post" action={`/views/${view.id}/rename`} data-act="rename">
          <NameField locale={locale} name={view.name} />
          <Button kind="primary">{t.save}</Button>
        </form>
      </div>
    </>
  )
}
