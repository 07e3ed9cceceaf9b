import * as z from 'zod/mini'
import { Email, OneTimeToken, SessionUser } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { DELETE_WORD, PASSWORD_MAX } from './limits.ts'

const Done = z.object({ done: z.literal(true) })
const CurrentPassword = z.string().check(z.maxLength(PASSWORD_MAX))

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  signedIn: true,
  summary: 'How the person signs in.',
  reply: z.object({
    email: z.string(),
    /** False for those who only sign in through a provider. */
    hasPassword: z.boolean(),
  }),
})

export const EmailChange = z.object({ email: Email, password: z.optional(CurrentPassword) })

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  signedIn: true,
  summary:
    'Mails a link to the new address, which takes effect once it is opened. Needs the current password, or a sign-in of the last quarter of an hour where there is none.',
  body: EmailChange,
  reply: Done,
  status: 202,
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Takes the new e-mail address by the link that was mailed to it. Ends other sessions.',
  body: z.object({ token: OneTimeToken }),
  reply: z.object({ user: SessionUser }),
})

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/account/reauthenticate',
  signedIn: true,
  summary:
    'Shows again that it is the person, for what cannot be undone: by password, or by the word DELETE within a quarter of an hour of signing in where there is none. Good for ten minutes.',
  body: z.object({ password: z.optional(CurrentPassword), word: z.optional(z.literal(DELETE_WORD)) }),
  reply: Done,
})

const Ways = z.object({ inApp: z.boolean(), push: z.boolean(), email: z.boolean() })

/** What concerns the account is always shown in the app. */
const SystemWays = z.object({ inApp: z.literal(true), push: z.boolean(), email: z.boolean() })

export const Preferences = z.object({
  /** Whether any news goes out by mail, and at once to devices. */
  email: z.boolean(),
  push: z.boolean(),
  /** By which ways which news. */
  news: z.object({ message: Ways, sale: Ways, purchase: Ways, system: SystemWays, other: Ways }),
  /** Whether those with whom the person talks see that they are online, or were last. */
  presence: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

const SomeWays = z.partial(Ways)

/** Only what changes, so that a page opened long ago takes back nothing that was chosen elsewhere since. */
export const PreferencesChange = z.partial(
  z.object({
    email: z.boolean(),
    push: z.boolean(),
    news: z.partial(
      z.object({
        message: SomeWays,
        sale: SomeWays,
        purchase: SomeWays,
        system: z.partial(SystemWays),
        other: SomeWays,
      }),
    ),
    presence: z.boolean(),
  }),
)
export type PreferencesChange = z.output<typeof PreferencesChange>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/account/preferences',
  signedIn: true,
  summary: 'By which ways the person wants to hear of news, and whether others see when they are online.',
  reply: Preferences,
})

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/account/preferences',
  signedIn: true,
  summary:
    'Changes by which ways the person wants to hear of news, and whether others see when they are online. What is not named stays.',
  body: PreferencesChange,
  reply: Preferences,
})

export const stopMail = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  summary:
    'Sends no more news by mail to whom the token of a mail belongs. Mail programs ask for it by themselves (RFC 8058).',
  params: z.object({ token: z.string() }),
  reply: z.object({}),
})
