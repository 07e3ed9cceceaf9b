import type { Context } from '#server/context.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { deleteRefusedWord, insertRefusedWord, notifyWordsChanged, selectRefusedWords } from './queries.ts'

type Deps = Pick<Context, 'db'>

export const listRefusedWords = ({ db }: Deps): Promise<string[]> => selectRefusedWords(db)

const CHANGES = {
  refuse: { change: insertRefusedWord, action: 'refused-word' },
  allow: { change: deleteRefusedWord, action: 'allowed-word' },
}

/**
 * The change reaches every process a moment later and applies to names that are chosen from then on; existing
 * names stay.
 */
export async function changeRefusedWord(
  { db }: Deps,
  { actorId, word, to }: { actorId: string; word: string; to: keyof typeof CHANGES },
): Promise<void> {
  const { change, action } = CHANGES[to]
  await db.transaction().execute(async (tx) => {
    if (!(await change(tx, word))) return
    await recordAct(tx, { actorId, action, detail: { word } })
    await notifyWordsChanged(tx)
  })
}
