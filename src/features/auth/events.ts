import { event } from '#platform/events/event.ts'

/** `reason` is for operators: the response is the same for every cause. */
export const passkeyRefused = event('info')<{ reason: string; error?: string }>('passkey_refused', 'מפתח גישה נדחה')
export const passkeyCloned = event('warn')('passkey_cloned', 'מונה של מפתח גישה לא התקדם: ייתכן שהמפתח הועתק')
