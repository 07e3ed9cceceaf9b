import type { ConversationClient } from './conversation-client.ts'
import type { Pair, Participant } from './conversation-people.ts'

const WAIT_MILLISECONDS = 20_000

/**
 * One person sends while the other connects and reads, so that messages arrive before, between and after these two
 * steps. Resolves to the number of messages that were not shown. Pairs run in parallel.
 */
export async function raceToRead(
  pairs: readonly Pair[],
  races: number,
  open: (participant: Participant) => Promise<ConversationClient>,
): Promise<number> {
  const eachRaces = async ([seller, buyer]: Pair) => {
    const sender = await open(seller)
    let missed = 0
    for (let race = 1; race <= races / pairs.length; race += 1) {
      const reader = await open(buyer)
      const acknowledged = sender.send(`Race ${race}`)
      const limit = new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS).unref())
      await Promise.race([reader.shows(race), limit])
      await acknowledged
      const isShown = reader.shown.length === race && reader.shown.every(({ seq }, at) => seq === at + 1)
      if (!isShown) missed += 1
      reader.close()
    }
    sender.close()
    return missed
  }
  const missed = await Promise.all(pairs.map(eachRaces))
  return missed.reduce((sum, each) => sum + each, 0)
}
