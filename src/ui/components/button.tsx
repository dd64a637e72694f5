import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '#ui/icons.tsx'

type Look = {
  /** `remove`: in the rows of a list, quiet until it is pointed at or focused. `danger`: once on a page, or in a confirmation. */
  kind?: 'primary' | 'plain' | 'quiet' | 'remove' | 'danger'
  icon?: IconName
  children: ComponentChildren
}

type ButtonProps = Look & {
  type?: 'submit' | 'button'
  name?: string
  value?: string
  disabled?: boolean
  /** Accessible name where the visible text is ambiguous; begins with that text. */
  label?: string
  /** For islands. */
  onClick?: () => void
}

export function Button({ kind = 'plain', icon, children, type = 'submit', label, ...rest }: ButtonProps) {
  return (
    <button class={`button button-${kind}`} type={type} aria-label={label} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type LinkProps = Look & {
  href: string
  /** As a button's. */
  label?: string
  /** The person has to confirm who they are first: a dialog asks, and without script a page does. */
  confirms?: boolean
  /** For islands. */
  onClick?: () => void
}

export function ButtonLink({ kind = 'plain', icon, children, href, label, confirms = false, onClick }: LinkProps) {
  return (
    <a
      class={`button button-${kind}`}
      href={href}
      aria-label={label}
      {...(confirms && { 'data-confirms': '' })}
      {...(onClick && { onClick })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

type IconButtonProps = {
  icon: IconName
  label: string
  type?: 'submit' | 'button'
  /** `palette` or `help`: opened by script; such a button is hidden where there is no script. */
  opens?: string
}

/** An icon button keeps its text as accessible name and tooltip. */
export function IconButton({ icon, label, type = 'submit', opens }: IconButtonProps) {
  return (
    <button class="icon-button" type={type} aria-label={label} title={label} data-opens={opens}>
      <Icon name={icon} />
    </button>
  )
}
