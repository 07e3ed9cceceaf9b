import type { Preferences, PreferencesChange } from '#contract/account-settings.ts'
import { changedPreferences } from '#contract/changed-preferences.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#contract/choices.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Live } from '#server/live/live.ts'
import { unsubscribeLinks } from '#server/mail/unsubscribe-links.ts'
import type { Secrets } from '#server/secrets.ts'
import {
  selectPreferences,
  updateMailOff,
  updateShowsPresence,
  upsertPreferences,
} from './settings-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof selectPreferences>>>
type Ways = Preferences['news']

function toPreferences({ email, push, presence, in_app_off, push_off, email_off }: Row): Preferences {
  const waysOf = (type: NotificationType) => ({
    inApp: !in_app_off.includes(type),
    push: !push_off.includes(type),
    email: !email_off.includes(type),
  })
  const news = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, waysOf(type)])) as Ways
  return { email, push, presence, news }
}

const offOf = (news: Ways, way: keyof Ways['message']) =>
  NOTIFICATION_TYPES.filter((type) => !news[type][way])

interface PreferencesParts {
  db: Database
  live: Pick<Live, 'presenceChanged'>
  secrets: Secrets
  site: { publicUrl: string }
}

/** By which ways a person hears of what, and whether others see when they are online. */
export function accountPreferences({ db, live, secrets, site }: PreferencesParts) {
  const links = unsubscribeLinks({ secrets, publicUrl: site.publicUrl })
  return {
    async preferences(viewer: Viewer): Promise<Preferences> {
      const row = await selectPreferences(db, viewer.id)
      if (!row) throw new AppError('session-ended')
      return toPreferences(row)
    },
    async savePreferences(viewer: Viewer, change: PreferencesChange): Promise<Preferences> {
      const { email, push, presence } = change
      return db.transaction().execute(async (tx) => {
        await lockPerson(tx, viewer.id)
        const row = await selectPreferences(tx, viewer.id)
        if (!row) throw new AppError('session-ended')
        const { news } = changedPreferences(toPreferences(row), change)
        // Mails are stopped without that lock, so what was not chosen here is not written.
        await upsertPreferences(tx, viewer.id, {
          ...(email !== undefined && { email }),
          ...(push !== undefined && { push }),
          in_app_off: offOf(news, 'inApp'),
          push_off: offOf(news, 'push'),
          email_off: offOf(news, 'email'),
        })
        if (presence !== undefined && (await updateShowsPresence(tx, viewer.id, presence)))
          await live.presenceChanged(tx, viewer.id)
        const saved = await selectPreferences(tx, viewer.id)
        if (!saved) throw new AppError('session-ended')
        return toPreferences(saved)
      })
    },
    /** By the token of a mail, without signing in; doing it twice is harmless. */
    async stopMail(token: string): Promise<void> {
      const personId = links.personOf(token)
      if (personId === undefined) throw new AppError('not-found')
      await updateMailOff(db, personId)
    },
    /** Where a person who follows the address of a mail's header is asked first. */
    stopMailPage: links.pageFor,
  }
}
