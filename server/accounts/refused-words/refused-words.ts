import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { nameTest } from '#server/accounts/registration/reserved-names.ts'
import { REFUSED_WORDS_CHANNEL, selectRefusedWords } from './queries.ts'

export type RefusedWords = ReturnType<typeof createRefusedWords>

/** Read at the first name, and anew in every process once an administrator changed them. */
export function createRefusedWords({ db, listener }: { db: Database; listener: Listener }) {
  let loaded: Promise<(name: string) => boolean> | undefined
  const forget = () => (loaded = undefined)
  listener.on(REFUSED_WORDS_CHANNEL, forget)
  listener.onListening(forget)
  return {
    /** Says of a name whether it has a refused word. */
    test(): Promise<(name: string) => boolean> {
      if (!loaded) {
        const loading = selectRefusedWords(db).then(nameTest)
        loaded = loading
        loading.catch(() => {
          if (loaded === loading) forget()
        })
      }
      return loaded
    },
  }
}
