import type { PublicConfig } from '#contract/site.ts'

export type AccountMail =
  | 'verify-email'
  | 'reset-password'
  | 'password-changed'
  | 'new-device'
  | 'change-email'
  | 'email-changed'
  | 'account-deleted'
  | 'export-ready'
  | 'two-factor-on'
  | 'two-factor-off'

export interface Letter {
  title: string
  paragraphs: string[]
  action?: { text: string; url: string }
  footer: string
}

interface LetterDetails {
  site: PublicConfig
  name: string
  /** Of the link; it stands behind # so that no server's log ever sees it. */
  secret?: string
  deviceName?: string
}

type Draft = Omit<Letter, 'footer'>

const NOT_YOU = 'If this was not you, reset your password now and end the sessions that you do not know.'

const LETTERS: Record<AccountMail, (details: LetterDetails) => Draft> = {
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
  'password-changed': ({ site }) => ({
    title: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and all other sessions were ended.', NOT_YOU],
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
      // A new password would not get them past the stranger's second step.
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'two-factor-off': () => ({
    title: 'Two-factor sign-in is off',
    paragraphs: ['Signing in no longer asks for a code from your authenticator app.', NOT_YOU],
  }),
}

/** The words of a mail about an account. */
export function letterOf(mail: AccountMail, details: LetterDetails): Letter {
  const { siteName, publicUrl } = details.site
  return {
    ...LETTERS[mail](details),
    footer: `${siteName}, ${publicUrl}. This mail concerns your account, so it cannot be unsubscribed.`,
  }
}
