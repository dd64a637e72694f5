import type { ComponentType } from 'preact'

type Props<P extends object> = {
  /** `feature/file`: the module of the component, e.g. `shell/keys`. */
  name: `${string}/${string}`
  component: ComponentType<P>
  props: P
  /**
   * `now` is for what shows nothing useful before: its script loads with the page. `idle` waits until the page has painted, `visible`
   * until it scrolls into view, `touch` until somebody uses the page.
   */
  when?: 'now' | 'idle' | 'visible' | 'touch'
  /** Modules to preload with the page, named like an island. */
  loads?: `${string}/${string}` | false
}

/** Renders a component on the server with the data to hydrate it: its name and its props. */
export function Island<P extends object>({ name, component: Component, props, when = 'now', loads }: Props<P>) {
  return (
    <cs-island
      data-island={name}
      data-when={when}
      {...(loads && { 'data-loads': loads })}
      data-props={JSON.stringify(props)}
    >
      <Component {...props} />
    </cs-island>
  )
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'cs-island': preact.HTMLAttributes<HTMLElement> & Record<`data-${string}`, string>
    }
  }
}
