import type { ComponentChildren } from 'preact'
import { THEMES, type Theme } from '#base/themes.ts'
import type { Frame } from '#ui/frame.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { uiMessages } from '#ui/messages.ts'
import { Menu } from './menu.tsx'

const ICONS: Record<Theme, IconName> = { system: 'monitor', light: 'sun', dark: 'moon', contrast: 'contrast' }

/** Each choice is a form and needs no script; the reply redirects back to the same page. */
function AppearanceForm({ frame, label, children }: { frame: Frame; label: string; children: ComponentChildren }) {
  return (
    <form method="post" action="/settings/appearance">
      <input type="hidden" name="next" value={frame.path} />
      <div class="segmented" role="group" aria-label={label}>
        {children}
      </div>
    </form>
  )
}

export function ThemeChoice({ frame }: { frame: Frame }) {
  const t = uiMessages(frame.locale)
  const names = { system: t.themeSystem, light: t.themeLight, dark: t.themeDark, contrast: t.themeContrast }
  return (
    <AppearanceForm frame={frame} label={t.theme}>
      {THEMES.map((theme) => (
        <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === frame.theme}>
          <Icon name={ICONS[theme]} />
          {names[theme]}
        </button>
      ))}
    </AppearanceForm>
  )
}

export function LocaleChoice({ frame }: { frame: Frame }) {
  return (
    <AppearanceForm frame={frame} label={uiMessages(frame.locale).language}>
      <button type="submit" name="locale" value="he" lang="he" aria-pressed={frame.locale === 'he'}>
        עברית
      </button>
      <button type="submit" name="locale" value="en" lang="en" aria-pressed={frame.locale === 'en'}>
        English
      </button>
    </AppearanceForm>
  )
}

/** The same two choices, compact, for the bars: the other language by its own name, and a menu of themes. */
export function AppearanceSwitches({ frame }: { frame: Frame }) {
  const t = uiMessages(frame.locale)
  const other = frame.locale === 'he' ? 'en' : 'he'
  return (
    <>
      <form method="post" action="/settings/appearance">
        <input type="hidden" name="next" value={frame.path} />
        <button class="button button-quiet" type="submit" name="locale" value={other} lang={other}>
          {t.otherLanguage}
        </button>
      </form>
      <Menu id="theme-menu" icon={ICONS[frame.theme]} label={t.theme}>
        <ThemeChoice frame={frame} />
      </Menu>
    </>
  )
}
