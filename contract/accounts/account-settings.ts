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
  /** False turns off all e-mails, or all pushes to devices. */
  email: z.boolean(),
  push: z.boolean(),
  /** Channels of each type of notification. */
  news: z.object(forEachType(channelsOf)),
  /** Whether people in the same conversations see that the person is online, or when they last were. */
  presence: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

/** Only the changed fields, so that a page opened long ago does not undo choices made elsewhere since. */
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
    summary: 'Returns how the person signs in.',
    reply: z.object({
      /** Null for people who registered with a phone number and have added no address yet. */
      email: z.nullable(z.string()),
      /** The number that logs in. */
      phone: z.nullable(z.string()),
      /** False for people who only sign in through a provider or by their number. */
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
      'Changes the e-mail address by the link that was mailed to it. Ends other sessions. In a browser that did not request it, the link waits for `confirmed`.',
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
      "Proves the person's identity again, by password, by the link of `requestProofLink` or by the code of `requestProofCode`; valid for ten minutes in this session. A code of the second factor counts only for the calls of staff.",
    body: z.object({
      password: z.optional(CurrentPassword),
      token: z.optional(OneTimeToken),
      code: z.optional(PhoneCode),
      /** A code of the authenticator app, or a recovery code. */
      secondFactor: z.optional(SecondFactor),
    }),
    reply: Done,
  }),
  requestProofLink: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate/link',
    access: 'signed-in',
    summary:
      "Mails a link to the account's own address, which proves the person's identity only in this session.",
    body: z.object({}),
    reply: Done,
    status: 202,
  }),
  requestProofCode: endpoint({
    method: 'POST',
    path: '/api/account/reauthenticate/code',
    access: 'signed-in',
    summary:
      "Sends a code by SMS to the account's own number, which proves the identity of people without a password.",
    body: z.object({}),
    reply: Done,
    status: 202,
  }),
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/account/preferences',
    access: 'signed-in',
    summary:
      'Returns the channels of each type of notification, and whether others see when the person is online.',
    reply: Preferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/account/preferences',
    access: 'signed-in',
    summary:
      'Changes the channels of notifications, and whether others see when the person is online. Absent fields stay unchanged.',
    body: PreferencesChange,
    reply: Preferences,
  }),
  unsubscribeMail: endpoint({
    method: 'POST',
    path: '/api/unsubscribe/:token',
    access: 'everyone',
    summary:
      "Stops notifications by e-mail for the owner of a mail's token. Mail programs call it by themselves (RFC 8058).",
    params: z.object({ token: z.string() }),
    reply: z.object({}),
  }),
}
