import { signal } from '@preact/signals'

/** Counts the refreshes of the page: what is drawn by script asks again when it changes. */
export const beat = signal(0)
