import { rememberedEvent } from './remembered-event.ts'

const signedOut = rememberedEvent()

/** The session ended while the user was working. Editors keep unsaved text; the shell displays a link to sign in. */
export const emitSignedOut = signedOut.emit

export const onSignedOut = signedOut.listen
