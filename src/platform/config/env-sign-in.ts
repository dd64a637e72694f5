import { z } from 'zod'
import { envDocs } from './env-docs.ts'

/** A new schema for each setting: metadata is stored by schema, and a shared schema would keep only the last text. */
const messengerIds = () =>
  z
    .string()
    .regex(/^\d*(,\d+)*$/, 'expected numbers separated by commas')
    .default('')
    .transform((list) => new Set(list.split(',').filter((id) => id !== '')))

/** The variables of sign-in. */
export const signInVariables = {
  MESSENGER_BOT_TOKEN: z.string().min(1).optional().register(envDocs, {
    about:
      'Token of the messenger bot whose login widget signs people in. Without it, people sign in with passkeys, passwords or OpenID Connect.',
    secret: true,
    example: '123456:token-from-the-messenger',
  }),
  MESSENGER_BOT_NAME: z.string().regex(/^\w+$/).optional().register(envDocs, {
    about:
      'Username of that bot, which the widget shows. In production required with MESSENGER_BOT_TOKEN, and refused without it.',
    example: 'my_shelf_bot',
  }),
  MESSENGER_WIDGET_URL: z
    .url({ protocol: /^https$/ })
    .default('https://telegram.org/js/telegram-widget.js?22')
    .register(envDocs, { about: 'Address of the script of the login widget.' }),
  MESSENGER_BOT_SIGN_IN: z.stringbool().default(false).register(envDocs, {
    about:
      'Whether people can also sign in by a link that the bot sends them, for browsers that block the widget. The worker then reads the messages to the bot, and no other program may read them.',
  }),
  MESSENGER_API_URL: z
    .url()
    .default('https://api.telegram.org')
    .register(envDocs, { about: 'Base address of the bot API of the messenger.' }),
  MESSENGER_LINK_URL: z
    .url()
    .default('https://t.me')
    .register(envDocs, { about: 'Base address of a chat with the bot. The name of the bot is appended.' }),
  MESSENGER_ACCOUNTS: z.enum(['create', 'known']).default('create').register(envDocs, {
    about:
      '`create`: whoever signs in with the messenger for the first time gets an account. `known`: the messenger signs in only those who added it to their account.',
  }),
  REGISTRATION: z.enum(['closed', 'invitation', 'open']).default('invitation').register(envDocs, {
    about:
      'Who may make an account with a passkey or a password: nobody, those whom an admin invited, or everybody. `closed` also stops the messenger and the OpenID Connect providers from creating accounts.',
  }),
  PASSWORDS: z.enum(['on', 'off']).default('on').register(envDocs, {
    about: 'Whether people can sign in with a password.',
  }),
  OIDC_PROVIDERS: z.string().optional().register(envDocs, {
    about:
      'OpenID Connect providers at which people sign in: a JSON array of objects with `id`, `label`, `issuer` (exactly as the provider spells it), `clientId`, `clientSecret`, `scopes` (default `openid profile`), `accounts` (`create`, or the default `known`: only people who have an account), `roles` (`{"claim": "groups", "admin": "…", "premium": "…"}`) and `private` (true: the provider is in a private network, so private addresses and plain http are allowed).',
    secret: true,
    example:
      '[{"id":"work","label":"Work account","issuer":"https://login.example.org","clientId":"codeshelf","clientSecret":"…"}]',
  }),
  ADMIN_IDS: messengerIds().register(envDocs, {
    about: 'Messenger ids that become admin at every sign-in, separated by commas.',
    example: '1001,1002',
  }),
  PREMIUM_IDS: messengerIds().register(envDocs, {
    about: 'Messenger ids that become premium at every sign-in.',
  }),
}
