import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { Context } from '#server/context.ts'
import { selectNotice } from './notice-queries.ts'

/** The notice as every page of this process shows it. */
export type CurrentNotice = ReturnType<typeof createCurrentNotice>

type NoticeDeps = Pick<Context, 'db' | 'listener' | 'changes'> & { now: () => number }

/** Read with the first page, and anew in every process once it changed: no page costs a query more. */
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
