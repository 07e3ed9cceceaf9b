import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  EMAIL_MAX,
  FULL_NAME_MAX,
  NAME_MIN,
  NEXT_PATH_MAX,
  PASSWORD_LOGIN_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#contract/limits.ts'
import { line, seen } from '#contract/plain-text.ts'
import { seenLine } from '#contract/typed/seen-text.ts'
import { isEmailAddress, normalEmail } from './email-address.ts'

const EMAIL_INVALID = 'Please enter a valid email address'

/** Checks of an address; strict enough that no line break or second address can reach a mail server. */
export const addressChecks = [
  z.overwrite<string>(normalEmail),
  z.maxLength(EMAIL_MAX, EMAIL_INVALID),
  z.refine<string>(isEmailAddress, EMAIL_INVALID),
] as const

export const Email = z.string(EMAIL_INVALID).check(z.overwrite(seenLine), ...addressChecks)

const PASSWORD_RULE =
  'Password must contain at least 8 characters, one uppercase, one lowercase, one number, and one special character'

/** The rule of registration, which every new password follows (SPEC 5). */
export const NewPassword = z
  .string(PASSWORD_RULE)
  .check(
    z.minLength(PASSWORD_MIN, PASSWORD_RULE),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
    z.regex(/[A-Z]/, PASSWORD_RULE),
    z.regex(/[a-z]/, PASSWORD_RULE),
    z.regex(/\d/, PASSWORD_RULE),
    z.regex(/[^A-Za-z0-9\s]/, PASSWORD_RULE),
  )

/** Signing in must still accept an old password. */
const LoginPassword = z
  .string('Password must be at least 6 characters')
  .check(
    z.minLength(PASSWORD_LOGIN_MIN, 'Password must be at least 6 characters'),
    z.maxLength(PASSWORD_MAX, 'Invalid email or password.'),
  )

export const PersonName = line(
  FULL_NAME_MAX,
  seen(NAME_MIN, `Name must be at least ${NAME_MIN} characters long`),
)

/** A secret that is sent once, in a link or as proof of a first step. */
export const OneTimeToken = z.string().check(z.regex(/^[\w-]{43}$/, 'This link is not complete'))

export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for people who registered with a phone number and have added no address yet. */
  email: z.nullable(z.string()),
  createdAt: z.string(),
  role: z.literal('user'),
  avatar: z.nullable(z.string()),
})
export type SessionUser = z.output<typeof SessionUser>

/** The session that the browser stores; the refresh token is sent only as an HttpOnly cookie. */
export const Session = z.object({
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  /** Seconds from this answer on, because a device's own clock may be hours wrong. */
  expires_in: z.int(),
  user: SessionUser,
})
export type Session = z.output<typeof Session>

const SessionReply = z.object({ session: Session })
/** A session, or with two-factor on a challenge for the second step. */
export const SignInReply = z.object({ session: z.nullable(Session), challenge: z.nullable(z.string()) })
/** A mailed link; in a browser that did not request it, it does nothing until the person confirms. */
export const MailedLink = z.object({ token: OneTimeToken, confirmed: z.optional(z.literal(true)) })
const LinkReply = z.extend(SignInReply, {
  /** The address whose account it opens, while it waits for `confirmed`. */
  account: z.nullable(z.string()),
})
export const Done = z.object({ done: z.literal(true) })

export const Registration = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
  terms: z.literal(true, 'You must agree to the terms and conditions'),
  /** The site's own path to open after the address is confirmed, in any browser. */
  next: z.optional(z.string().check(z.maxLength(NEXT_PATH_MAX))),
})

export const Credentials = z.object({ email: Email, password: LoginPassword })

export const Device = z.object({
  id: z.string(),
  /** Name of the device, for example 'Chrome on Android'. */
  name: z.string(),
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})

export const registrationContract = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'everyone',
    summary: 'Creates an account. If the reply has no session, the address must be confirmed by mail first.',
    body: Registration,
    reply: z.object({ session: z.nullable(Session) }),
    status: 201,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'everyone',
    summary:
      'Confirms an e-mail address by the link that was mailed to it, and signs in. In another browser than the registering one, the link waits for `confirmed`.',
    body: MailedLink,
    /** `choosePassword`: the link was not opened in the browser in which the password was chosen. */
    reply: z.extend(LinkReply, {
      choosePassword: z.boolean(),
      /** True if the address is confirmed already and this link opens nothing any more. */
      isUsed: z.boolean(),
      /** The site's own path that the person was on before registering. */
      next: z.string(),
    }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'everyone',
    summary: 'Mails the confirmation link again. The answer is the same whether or not the address is known.',
    body: z.object({ email: Email }),
    reply: Done,
    status: 202,
  }),
}

export const sessionsContract = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'everyone',
    summary: 'Signs in by e-mail and password; with two-factor on, the reply requests the second step.',
    body: Credentials,
    reply: SignInReply,
  }),
  requestSignInLink: endpoint({
    method: 'POST',
    path: '/api/auth/sign-in-link',
    access: 'everyone',
    summary: 'Mails a link that signs in once. The answer is the same whether or not the address is known.',
    body: z.object({ email: Email }),
    reply: Done,
    status: 202,
  }),
  openSignInLink: endpoint({
    method: 'POST',
    path: '/api/auth/sign-in-link/open',
    access: 'everyone',
    summary:
      'Signs in by a mailed link; with two-factor on, the reply requests the second step. In a browser that did not request it, it first names the account and waits for `confirmed`.',
    body: MailedLink,
    reply: LinkReply,
  }),
  refreshSession: endpoint({
    method: 'POST',
    path: '/api/auth/refresh',
    access: 'refresh-cookie',
    summary: 'Returns a new access token for the refresh cookie, which is replaced as well.',
    body: z.object({}),
    reply: SessionReply,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signed-in',
    summary:
      'Ends every session of the person (global), which needs a fresh proof of identity, or only this one.',
    body: z.object({ scope: z.enum(['global', 'local']) }),
    reply: Done,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'everyone',
    summary: 'Mails a reset link. The answer is the same whether or not the address is known.',
    body: z.object({ email: Email }),
    reply: Done,
    status: 202,
  }),
  recoverSession: endpoint({
    method: 'POST',
    path: '/api/auth/recover',
    access: 'everyone',
    summary:
      'Opens a session that may set a new password, by the link of a reset mail; with two-factor on, after its second step. In a browser that did not request it, the link waits for `confirmed`.',
    body: MailedLink,
    reply: LinkReply,
  }),
  updatePassword: endpoint({
    method: 'PUT',
    path: '/api/account/password',
    access: 'signed-in',
    summary:
      'Sets a new password: with the current one, with a fresh proof if there is none, or in a session that a reset link opened. Ends other sessions.',
    body: z.object({
      password: NewPassword,
      current: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
    }),
    reply: Done,
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    summary: "Lists the person's open sessions, last used first.",
    reply: z.object({ devices: z.array(Device) }),
  }),
  endDevice: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    access: 'owner',
    freshProof: true,
    summary: "Ends one of the person's sessions.",
    params: z.object({ id: z.uuid() }),
    reply: Done,
  }),
  endOtherDevices: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signed-in',
    freshProof: true,
    summary: "Ends all of the person's sessions except this one.",
    reply: Done,
  }),
}
