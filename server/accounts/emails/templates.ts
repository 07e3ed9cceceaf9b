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

const NOT_YOU = 'If this was not you, reset your password now and end the sessions that you do not recognise.'

const TEMPLATES: Record<AccountEmailName, (details: EmailDetails) => Omit<EmailText, 'footer'>> = {
  'verify-email': ({ site, name, secret }) => ({
    title: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      `please confirm that this is your address. Then you can buy and sell on ${site.siteName}.`,
      'The link works for 24 hours. If you did not sign up, ignore this e-mail.',
    ],
    action: { text: 'Confirm address', url: `${site.publicUrl}/auth/verify-email#token=${secret}` },
  }),
  'reset-password': ({ site, secret }) => ({
    title: 'Choose a new password',
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of this account.',
      'The link works once, for one hour. If you did not ask, ignore this e-mail: nothing has changed.',
    ],
    action: { text: 'Choose a new password', url: `${site.publicUrl}/auth/update-password#token=${secret}` },
  }),
  'sign-in-link': ({ site, secret }) => ({
    title: 'Your login link',
    paragraphs: [
      `Someone, hopefully you, asked for a link to log in to ${site.siteName}.`,
      'It works once, for one hour. If you did not ask, ignore this e-mail: nothing has changed.',
    ],
    action: { text: 'Log in', url: `${site.publicUrl}/auth/login#link=${secret}` },
  }),
  'confirm-identity': ({ site, secret }) => ({
    title: 'Confirm that it is you',
    paragraphs: [
      'Someone, hopefully you, is about to change something important in your account.',
      'Open this link in the browser where you asked for it. It works once, for 15 minutes.',
      'If you did not ask, do not open it. Go to Settings and end the sessions that you do not recognise.',
    ],
    action: { text: 'Yes, it is me', url: `${site.publicUrl}/auth/verify-email#proof=${secret}` },
  }),
  'password-changed': ({ site }) => ({
    title: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and your other sessions were ended. You can still log in with Google or GitHub if you use the e-mail address of this account there.',
      NOT_YOU,
    ],
    action: { text: 'Reset password', url: `${site.publicUrl}/auth/reset-password` },
  }),
  'new-device': ({ site, deviceName }) => ({
    title: 'New login to your account',
    paragraphs: [
      `Somebody just logged in to your account from a device we do not recognise: ${deviceName}.`,
      NOT_YOU,
    ],
    action: { text: 'See your sessions', url: `${site.publicUrl}/settings-page?section=sessions` },
  }),
  'change-email': ({ site, secret }) => ({
    title: 'Confirm your new e-mail address',
    paragraphs: [
      'Please confirm that your account should use this address from now on.',
      'The link works for 24 hours. If you did not ask for this, ignore this e-mail.',
    ],
    action: { text: 'Use this address', url: `${site.publicUrl}/auth/verify-email#change=${secret}` },
  }),
  'email-changed': ({ site }) => ({
    title: 'Your e-mail address was changed',
    paragraphs: [
      'Your account now uses another e-mail address. Log in with that address from now on.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'email-added': ({ site }) => ({
    title: 'Your account has an e-mail address now',
    paragraphs: [
      `This address was added to your account on ${site.siteName}. You can log in with a link that we send here. We also send your e-mail notifications here.`,
      NOT_YOU,
    ],
  }),
  'phone-changed': ({ site }) => ({
    title: 'A new phone number logs in to your account',
    paragraphs: [
      'A phone number was added to your account, or replaced the old one.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'phone-lost': ({ site }) => ({
    title: 'Your phone number no longer logs in',
    paragraphs: [
      'Somebody proved that they have the number, and uses it for another account. They did not get into yours.',
      `If the number is still yours, write to ${site.supportEmail} at once.`,
    ],
  }),
  'phone-waits': ({ site }) => ({
    title: 'Somebody with your phone number wants to log in',
    paragraphs: [
      'They proved that they have the number of your account, but gave no other proof. After seven days, they can log in.',
      'If this is not you, log in within seven days to stop them. Then change the number of your account.',
    ],
    action: { text: 'Log in', url: `${site.publicUrl}/auth/login` },
  }),
  'account-deleted': ({ site }) => ({
    title: 'Your account was deleted',
    paragraphs: [`We deleted your account on ${site.siteName} and your data in it. We wish you well.`],
  }),
  'export-ready': ({ site, secret }) => ({
    title: 'Your data is ready',
    paragraphs: [
      'You can now download the copy of your data that you asked for.',
      'The link works for two days. Keep it private: anyone who has it can read your data.',
    ],
    action: { text: 'Download', url: `${site.publicUrl}/settings-page#export=${secret}` },
  }),
  'two-factor-on': ({ site }) => ({
    title: 'Two-factor login is on',
    paragraphs: [
      'From now on, we also ask for a code from your authenticator app when you log in.',
      // A new password would not help, because the stranger has turned on a second step.
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
  'two-factor-off': () => ({
    title: 'Two-factor login is off',
    paragraphs: ['We no longer ask for a code from your authenticator app when you log in.', NOT_YOU],
  }),
  'recovery-codes-renewed': ({ site }) => ({
    title: 'New recovery codes',
    paragraphs: [
      'Your account has new recovery codes for two-factor login. The old ones no longer work.',
      `If this was not you, write to ${site.supportEmail} at once.`,
    ],
  }),
}

export function accountEmailText(name: AccountEmailName, details: EmailDetails): EmailText {
  const { siteName, publicUrl } = details.site
  return {
    ...TEMPLATES[name](details),
    footer: `${siteName}, ${publicUrl}. This e-mail is about your account, so you cannot unsubscribe from it.`,
  }
}
