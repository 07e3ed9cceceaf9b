import * as z from 'zod/mini'
import { Email, MailedLink, OneTimeToken, SessionUser } from './accounts.ts'
import { PhoneCode } from './phone.ts'
import { SecondFactor } from './two-factor.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'
import {
  NOTIFICATION_TYPE_NAMES,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#contract/notifications/notification-types.ts'

const Done = z.object({ done: z.literal(true) })
const CurrentPassword = z.string().check(z.maxLength(PASSWORD_MAX))

export const EmailChange = z.object({ email: Email })

const channelsOf = (type: NotificationType) =>
  z.object({
    inApp: NOTIFICATION_TYPES[type].inApp === 'always' ? z.literal(true) : z.boolean(),
    push: z.boolean(),
    email: z.boolean(),
  })

const forEachType = <Schema>(toSchema: (type: NotificationType) => Schema) =>
  Object.fromEntries(NOTIFICATION_TYPE_NAMES.map((type) => [type, toSchema(type)])) as Record<
    NotificationType,
    Schema
  >

export const Preferences = z.object({
  /** Whether any notification goes out by mail, and at once to devices. */
  email: z.boolean(),
  push: z.boolean(),
  /** By which channels which notifications. */
  news: z.object(forEachType(channelsOf)),
  /** Whether people of the same conversations see that they are online, or were last. */
  presence: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

/** Only what changes, so that a page opened long ago takes back nothing that was chosen elsewhere since. */
export const PreferencesChange = z.partial(
  z.object({
    email: z.boolean(),
    push: z.boolean(),
    news: z.partial(z.object(forEachType((type) => z.partial(channelsOf(type))))),
    presence: z.boolean(),
  }),
)
export type PreferencesChange = z.output<typeof PreferencesChange>

export const settingsContract = {
  getAccount: endpoint({
    method: 'GET',
    path: '/api/account',
    access: 'signed-in',
    summary: 'How the person signs in.',
    reply: z.object({
      /** Null for who began with a phone number and has added none yet. */
      email: z.nullable(z.string()),
      /** The one that logs in. */
      phone: z.nullable(z.string()),
      /** False for those who only sign in through a provider or by their number. */
      hasPassword: z.boolean(),
    }),
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    access: 'signed-in',
    freshProof: true,
    summary: 'Mails a link to the new address, which takes effect once it is opened.',
    body: EmailChange,
    reply: Done,
    status: 202,
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    access: 'everyone',
    summary:
      'Takes the new e-mail address by the link that was mailed to it. Ends other sessions. Opened elsewhere than where it was asked for, it waits for `confirmed`.',
    body: MailedLink,
    reply: z.object({
      user: z.nullable(SessionUser),
      /** The new address, while it waits for `confirmed`. */
      email: z.nullable(z.string()),
    }),
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate',
    access: 'signed-in',
    summary:
      'Proves again that it is the person, by password, by the link of `requestProofLink` or by the code of `requestProofCode`; good for ten minutes in this session. A code of the second factor proves it for the calls of staff, and for nothing else.',
    body: z.object({
      password: z.optional(CurrentPassword),
      token: z.optional(OneTimeToken),
      code: z.optional(PhoneCode),
      /** Of the authenticator app, or a recovery code. */
      secondFactor: z.optional(SecondFactor),
    }),
    reply: Done,
  }),
  requestProofLink: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate/link',
    access: 'signed-in',
    summary:
      "Mails a link to the account's own address, which proves in this session alone that it is the person.",
    body: z.object({}),
    reply: Done,
    status: 202,
  }),
  requestProofCode: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate/code',
    access: 'signed-in',
    summary:
      "Sends a code by SMS to the account's own number, which proves that it is the person: for those without a password.",
    body: z.object({}),
    reply: Done,
    status: 202,
  }),
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/account/preferences',
    access: 'signed-in',
    summary: 'By which ways the person wants to hear of news, and whether others see when they are online.',
    reply: Preferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/account/preferences',
    access: 'signed-in',
    summary:
      'Changes by which ways the person wants to hear of news, and whether others see when they are online. What is not named stays.',
    body: PreferencesChange,
    reply: Preferences,
  }),
  unsubscribeMail: endpoint({
    method: 'POST',
    path: '/api/unsubscribe/:token',
    access: 'everyone',
    summary:
      'Sends no more news by mail to whom the token of a mail belongs. Mail programs ask for it by themselves (RFC 8058).',
    params: z.object({ token: z.string() }),
    reply: z.object({}),
  }),
}
