import { Icon, type IconName } from '#ui/icons.tsx'
import type { ViewerWords } from '../../messages/viewer.ts'

export type LineAction = 'note' | 'watch' | 'copy' | 'link' | 'permalink' | 'share' | 'extend'

const ICONS: Record<LineAction, IconName> = {
  note: 'note',
  watch: 'eye',
  copy: 'copy',
  link: 'link',
  permalink: 'pin',
  share: 'share',
  extend: 'forward',
}

type Props = {
  t: ViewerWords
  dir: 'rtl' | 'ltr'
  canNote: boolean
  canShare: boolean
  act: (action: LineAction) => void
}

/** Shown in the gutter of the first selected line. The code around it is always left to right, the menu is not. */
export function LineMenu({ t, dir, canNote, canShare, act }: Props) {
  const all: readonly LineAction[] = ['note', 'watch', 'copy', 'link', 'permalink', 'share', 'extend']
  const isOffered: Partial<Record<LineAction, boolean>> = { note: canNote, watch: canNote, share: canShare }
  const actions = all.filter((action) => isOffered[action] !== false)
  const words: Record<LineAction, string> = {
    note: t.addNote,
    watch: t.watchLines,
    copy: t.copyLines,
    link: t.copyLink,
    permalink: t.copyPermalink,
    share: t.shareLines,
    extend: t.extend,
  }
  return (
    <>
      <button
        class="line-menu-button small-icons with-tick centered anchor"
        type="button"
        popovertarget="line-menu"
        aria-label={t.lineMenu}
        title={t.lineMenu}
      >
        <Icon name="more" />
        <Icon name="check" />
      </button>
      <div class="float menu viewer-menu" id="line-menu" popover="auto" dir={dir}>
        {actions.map((action) => (
          <button
            key={action}
            class="option"
            type="button"
            popovertarget="line-menu"
            popovertargetaction="hide"
            onClick={() => act(action)}
          >
            <Icon name={ICONS[action]} />
            {words[action]}
          </button>
        ))}
      </div>
    </>
  )
}

export function openLineMenu(): void {
  const source = document.querySelector<HTMLElement>('.line-menu-button')
  // The menu stands beside the button only when the button opens it.
  if (source) document.getElementById('line-menu')?.showPopover({ source })
}
