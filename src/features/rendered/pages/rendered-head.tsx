import type { Locale } from '#base/messages.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { renderedMessages } from '../messages.ts'
import { renderedPath, type RenderedKind, type ShownFile } from '../rendering.ts'

type Props = { locale: Locale; file: ShownFile; kind: RenderedKind }

/** The same header as the file view, so that switching from Source to Rendered moves nothing. */
export function RenderedHead({ locale, file, kind }: Props) {
  const t = renderedMessages(locale)
  return (
    <header class="rendered-head">
      <nav class="rendered-path" aria-label={t.path}>
        <a href="/files">{t.files}</a>
        <span aria-hidden="true">/</span>
      </nav>
      <h1 class="rendered-name" title={file.fileName}>
        <bdi>{file.fileName}</bdi>
      </h1>
      <div class="rendered-tools">
        <nav class="view-switch" aria-label={t.view}>
          <ViewLink icon="code" href={`/file/${file.id}`} label={t.source} />
          <ViewLink icon="book" href={renderedPath(file.id, kind)} label={t.rendered} current />
        </nav>
        <ToolLink icon="raw" href={`/raw/${file.id}`} label={t.raw} />
        <ToolLink icon="download" href={`/download/${file.id}`} label={t.download} />
      </div>
    </header>
  )
}

type LinkProps = { icon: IconName; href: string; label: string }

function ViewLink({ icon, href, label, current = false }: LinkProps & { current?: boolean }) {
  return (
    <a href={href} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  )
}

function ToolLink({ icon, href, label }: LinkProps) {
  return (
    <a class="icon-button" href={href} aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  )
}
