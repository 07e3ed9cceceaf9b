import * as z from 'zod/mini'
import { Email, SessionUser } from './accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import {
  BIO_MAX,
  FULL_NAME_MAX,
  LOCATION_MAX,
  PHONE_MAX,
  USERNAME_MAX,
  WEBSITE_MAX,
} from '#contract/limits.ts'
import { PhoneNumber } from './phone.ts'
import { atMost, line, paragraphs } from '#contract/plain-text.ts'

/** People to whom a seller shows a contact detail. */
export const ContactVisibility = z.enum(['everyone', 'signed-in', 'nobody'])
export type ContactVisibility = z.output<typeof ContactVisibility>

const Username = line(
  USERNAME_MAX,
  z.regex(/^[A-Za-z0-9._-]*$/, 'Use letters, digits, dots, underscores and hyphens only'),
)

const Phone = z.string().check(
  z.trim(),
  z.overwrite((text) => z.safeParse(PhoneNumber, text).data ?? text),
  atMost(PHONE_MAX),
  z.refine((text) => text === '' || z.safeParse(PhoneNumber, text).success, 'Invalid phone number format'),
)

/** A user name before the host deceives people who read only the beginning, so it is refused. */
function isWebsite(text: string) {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text)) return false
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.hostname.includes('.') && url.username === '' && url.password === ''
}

const Website = z.string().check(
  z.trim(),
  // People write 'example.com'.
  z.overwrite((text) => (/^[^\s/:@]+\.[^\s:@]+$/.test(text) ? `https://${text}` : text)),
  atMost(WEBSITE_MAX),
  z.refine(
    (text) => text === '' || isWebsite(text),
    'Please enter a web address, such as https://example.com',
  ),
)

/** The form of SPEC 5: every text except the e-mail address may be empty. */
export const ProfileForm = z.object({
  fullName: line(FULL_NAME_MAX),
  username: Username,
  /** The address for buyers; signing in has an address of its own. */
  email: Email,
  phone: Phone,
  bio: paragraphs(BIO_MAX),
  location: line(LOCATION_MAX),
  website: Website,
  emailVisibility: ContactVisibility,
  phoneVisibility: ContactVisibility,
  websiteVisibility: ContactVisibility,
})
export type ProfileForm = z.output<typeof ProfileForm>

export const Profile = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneVerified: z.boolean(),
  bio: z.string(),
  location: z.string(),
  website: z.string(),
  emailVisibility: ContactVisibility,
  phoneVisibility: ContactVisibility,
  websiteVisibility: ContactVisibility,
  avatar: z.nullable(z.string()),
})
export type Profile = z.output<typeof Profile>

/** The profile, and the session's user with the new name. */
const ProfileReply = z.object({ profile: Profile, user: SessionUser })
export type ProfileReply = z.output<typeof ProfileReply>

/** Not a JSON call: `PUT` takes a picture's bytes and replies like `updateProfile`. */
export const AVATAR_PATH = '/api/profile/avatar'

export const profilesContract = {
  getProfile: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: 'signed-in',
    summary: "Returns the person's own profile, including hidden details.",
    reply: ProfileReply,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/profile',
    access: 'signed-in',
    summary: "Saves the person's profile. A changed phone number loses its verified mark.",
    body: ProfileForm,
    reply: ProfileReply,
  }),
  deleteAvatar: endpoint({
    method: 'DELETE',
    path: AVATAR_PATH,
    access: 'signed-in',
    summary: "Removes the person's picture. `PUT` with a picture's bytes as the body sets it.",
    reply: ProfileReply,
  }),
}
