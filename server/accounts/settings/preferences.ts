import type { Preferences, PreferencesChange } from '#contract/accounts/account-settings.ts'
import { changedPreferences } from '#contract/notifications/changed-preferences.ts'
import {
  NOTIFICATION_TYPE_NAMES,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#contract/notifications/notification-types.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe-links.ts'
import { selectPreferences, updateMailOff, updateShowsPresence, upsertPreferences } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof selectPreferences>>>
type Channels = Preferences['news']

function toPreferences({ email, push, presence, in_app_off, push_off, email_off }: Row): Preferences {
  const channelsOf = (type: NotificationType) => ({
    inApp: !in_app_off.includes(type),
    push: NOTIFICATION_TYPES[type].push && !push_off.includes(type),
    email: NOTIFICATION_TYPES[type].email && !email_off.includes(type),
  })
  const channels = NOTIFICATION_TYPE_NAMES.map((type) => [type, channelsOf(type)])
  return { email, push, presence, news: Object.fromEntries(channels) as Channels }
}

const typesWithout = (channels: Channels, channel: keyof Channels['message']) =>
  NOTIFICATION_TYPE_NAMES.filter((type) => !channels[type][channel])

/** A person's channels for each kind of notification, and whether others see when they are online. */
export async function getPreferences(db: Database, { userId }: { userId: string }): Promise<Preferences> {
  const row = await selectPreferences(db, userId)
  if (!row) throw new AppError('session-ended')
  return toPreferences(row)
}

export async function updatePreferences(
  { db, live }: Pick<Context, 'db' | 'live'>,
  { userId, change }: { userId: string; change: PreferencesChange },
): Promise<Preferences> {
  const { email, push, presence } = change
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId)
    const { news: channels } = changedPreferences(await getPreferences(tx, { userId }), change)
    // `unsubscribeMail` writes without that lock, so unchanged choices are not written.
    await upsertPreferences(tx, userId, {
      ...(email !== undefined && { email }),
      ...(push !== undefined && { push }),
      in_app_off: typesWithout(channels, 'inApp'),
      push_off: typesWithout(channels, 'push'),
      email_off: typesWithout(channels, 'email'),
    })
    if (presence !== undefined && (await updateShowsPresence(tx, userId, presence)))
      await live.notifyPresenceChanged(tx, userId)
    return getPreferences(tx, { userId })
  })
}

const linksOf = ({ secrets, site }: Pick<Context, 'secrets' | 'site'>) =>
  unsubscribeLinks({ secrets, publicUrl: site.publicUrl })

/** Turns off e-mail by the token in a mail, without signing in. */
export async function unsubscribeMail(
  ctx: Pick<Context, 'db' | 'secrets' | 'site'>,
  { token }: { token: string },
): Promise<void> {
  const userId = linksOf(ctx).personOf(token)
  if (userId === undefined) throw new AppError('not-found')
  await updateMailOff(ctx.db, userId)
}

/** The confirmation page for a person who opens the address in a mail's header. */
export const unsubscribePageUrl = (
  ctx: Pick<Context, 'secrets' | 'site'>,
  { token }: { token: string },
): string => linksOf(ctx).pageFor(token)
