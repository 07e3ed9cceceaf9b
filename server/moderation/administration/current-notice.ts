import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { Context } from '#server/context.ts'
import { selectNotice } from './notice-queries.ts'

/** The notice that every page of this process shows. */
export type CurrentNotice = ReturnType<typeof createCurrentNotice>

type NoticeDeps = Pick<Context, 'db' | 'listener' | 'changes'> & { now: () => number }

/**
 * The notice is read with the first page, and again in every process after a change, so that it costs pages
 * no further query.
 */
export function createCurrentNotice({ db, listener, changes, now }: NoticeDeps) {
  let loaded: Promise<SiteNotice | null> | undefined
  const forget = () => (loaded = undefined)
  changes.onChange((change) => change === 'notice' && forget())
  listener.onListening(forget)
  return {
    async get(): Promise<SiteNotice | null> {
      if (!loaded) {
        const loading = selectNotice(db)
        loaded = loading
        loading.catch(() => {
          if (loaded === loading) forget()
        })
      }
      const notice = await loaded
      return notice && Date.parse(notice.endsAt) > now() ? notice : null
    },
  }
}
