import type { PublicConfig } from '#contract/site.ts'

/** Jobs in the queue contain these names. */
export type AccountEmailName =
  | 'verify-email'
  | 'reset-password'
  | 'sign-in-link'
  | 'confirm-identity'
  | 'password-changed'
  | 'new-device'
  | 'change-email'
  | 'email-changed'
  | 'account-deleted'
  | 'export-ready'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-renewed'
  | 'email-added'
  | 'phone-changed'
  | 'phone-lost'
  | 'phone-waits'

export interface EmailText {
  title: string
  paragraphs: string[]
  action?: { text: string; url: string }
  footer: string
}

interface EmailDetails {
  site: PublicConfig
  name: string
  /** The link's secret, after # so that no server logs it. */
  secret?: string
  deviceName?: string
}

const NOT_YOU = 'If this was not you, reset your password now and end the sessions that you do not know.'

const TEMPLATES: Record<AccountEmailName, (details: EmailDetails) => Omit<EmailText, 'footer'>> = {
  'verify-email': ({ site, name, secret }) => ({
    title: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      `please confirm that this is your address. Then you can buy and sell on ${site.siteName}.`,
      'The link works for 24 hours. If you did not register, ignore this mail.',
    ],
    action: { text: 'Confirm address', url: `${site.publicUrl}/auth/verify-email#token=${secret}` },
  }),
  'reset-password': ({ site, secret }) => ({
    title: 'Choose a new password',
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of this account.',
      'The link works once, for one hour. If you did not ask, ignore this mail: nothing has changed.',
    ],
    action: { text: 'Choose a new password', url: `${site.publicUrl}/auth/update-password#token=${secret}` },
  }),
  'sign-in-link': ({ site, secret }) => ({
    title: 'Your sign-in link',
    paragraphs: [
      `Someone, hopefully you, asked for a link to log in to ${site.siteName}.`,
      'It works once, for one hour. If you did not ask, ignore this mail: nothing has changed.',
    ],
    action: { text: 'Log in', url: `${site.publicUrl}/auth/login#link=${secret}` },
  }),
  'confirm-identity': ({ site, secret }) => ({
    title: 'Confirm that it is you',
    paragraphs: [
      'Someone, hopefully you, is about to change something important in your account.',
      'Open this link in the browser in which you asked for it. It works once, for 15 minutes.',
      'If you did not ask, do not open it, and end the sessions that you do not know in your settings.',
    ],
    action: { text: 'Yes, it is me', url: `${site.publicUrl}/auth/verify-email#proof=${secret}` },
  }),
  'password-changed': ({ site }) => ({
    title: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and all other sessions were ended. Google and GitHub log you in from now on if they know you by the e-mail address of this account.',
      NOT_YOU,
    ],
    action: { text: 'Reset password', url: `${site.publicUrl}/auth/reset-password` },
  }),
  'new-device': ({ site, deviceName }) => ({
    title: 'New sign-in to your account',
    paragraphs: [`Your account was just opened on a device that it did not know: ${deviceName}.`, NOT_YOU],
    action: { text: 'See your sessions', url: `${site.publicUrl}/settings-page` },
  }),
  'change-email': ({ site, secret }) => ({
    title: 'Confirm your new e-mail address',
    paragraphs: [
      'Please confirm that your account should use this address from now on.',
      'The link works for 24 hours. If you did not ask for this, ignore this mail.',
    ],
    action: { text: 'Use this address', url: `${site.publicUrl}/auth/verify-email#change=${secret}` },
  }),
  'email-changed': ({ site }) => ({
    title: 'Your e-mail address was changed',
    paragraphs: [
      'Your account now uses another e-mail address. You sign in with that one from now on.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'email-added': ({ site }) => ({
    title: 'Your account has an e-mail address now',
    paragraphs: [
      `This address was added to your account on ${site.siteName}. You can log in by a link that comes to it, and what you ask for by e-mail comes here.`,
      NOT_YOU,
    ],
  }),
  'phone-changed': ({ site }) => ({
    title: 'A new phone number logs in to your account',
    paragraphs: [
      'A phone number was added to your account, or another took the place of the former one.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'phone-lost': ({ site }) => ({
    title: 'Your phone number no longer logs in',
    paragraphs: [
      'Somebody who holds the number proved so and uses it for another account. Nobody was let into yours.',
      `If the number is still yours, write to ${site.supportEmail} at once.`,
    ],
  }),
  'phone-waits': ({ site }) => ({
    title: 'Somebody with your phone number asks to log in',
    paragraphs: [
      'They proved that they hold the number of your account, and gave no other proof. After seven days they are let in.',
      'If this is not you, log in within these days: any use of your account ends it. Then change its number.',
    ],
    action: { text: 'Log in', url: `${site.publicUrl}/auth/login` },
  }),
  'account-deleted': ({ site }) => ({
    title: 'Your account was deleted',
    paragraphs: [`Your account and what it held about you are gone from ${site.siteName}. We wish you well.`],
  }),
  'export-ready': ({ site, secret }) => ({
    title: 'Your data is ready',
    paragraphs: [
      'The copy of your data that you asked for can be downloaded now.',
      'The link works for two days. Keep it to yourself: whoever has it can read your data.',
    ],
    action: { text: 'Download', url: `${site.publicUrl}/settings-page#export=${secret}` },
  }),
  'two-factor-on': ({ site }) => ({
    title: 'Two-factor sign-in is on',
    paragraphs: [
      'From now on, signing in asks for a code from your authenticator app as well.',
      // A new password would not help, because the stranger has turned on a second step.
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'two-factor-off': () => ({
    title: 'Two-factor sign-in is off',
    paragraphs: ['Signing in no longer asks for a code from your authenticator app.', NOT_YOU],
  }),
  'recovery-codes-renewed': ({ site }) => ({
    title: 'New recovery codes',
    paragraphs: [
      'Your account has new recovery codes for two-factor sign-in. Those before no longer work.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
}

export function accountEmailText(name: AccountEmailName, details: EmailDetails): EmailText {
  const { siteName, publicUrl } = details.site
  return {
    ...TEMPLATES[name](details),
    footer: `${siteName}, ${publicUrl}. This mail concerns your account, so it cannot be unsubscribed.`,
  }
}
