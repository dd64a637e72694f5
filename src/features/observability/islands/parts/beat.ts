import { signal } from '@preact/signals'

/** Counts the refreshes of the page; islands reload their data when it changes. */
export const beat = signal(0)
