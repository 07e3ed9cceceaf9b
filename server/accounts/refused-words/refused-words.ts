import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { nameTest } from '#server/accounts/registration/reserved-names.ts'
import { REFUSED_WORDS_CHANNEL, selectRefusedWords } from './queries.ts'

export type RefusedWords = ReturnType<typeof createRefusedWords>

/**
 * Every process reads the words when it checks its first name, and again after an administrator changed them.
 */
export function createRefusedWords({ db, listener }: { db: Database; listener: Listener }) {
  let loaded: Promise<(name: string) => boolean> | undefined
  const forget = () => (loaded = undefined)
  listener.on(REFUSED_WORDS_CHANNEL, forget)
  listener.onListening(forget)
  return {
    /** Returns a function that checks whether a name contains a refused word. */
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
