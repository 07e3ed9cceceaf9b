import { createGoodsFinder } from './goods-words.ts'
import { type LinearModel, loadModel } from './linear-model.ts'
import { listingFeatures, type ListingText } from './listing-features.ts'
import { quoted, tellingWords } from './telling-words.ts'

/** Goods that a listing seems to sell. */
export interface SeenGoods {
  kind: string
  /** The words that count most. */
  words: string
  /** The thing itself, with what surrounds it: such a listing waits for a moderator. */
  isCertain: boolean
}

/** What must not be public before a moderator has looked. */
const WAITING: ReadonlySet<string> = new Set(
  'weapons explosives drugs human-parts people papers fake-money wildlife accounts sim-and-wallet'.split(' '),
)
/** Least probability of the kind, for certainty. */
const SURE_OF_KIND = 0.6

/** Tells which prohibited goods a listing offers; undefined for most listings. */
export type ListingJudge = (listing: ListingText) => SeenGoods | undefined

/** Judges listings by the program's model, which is read at the first listing. */
export function lazyListingJudge(ownHost: string): ListingJudge {
  let judge: ListingJudge | undefined
  return (listing) => (judge ??= createListingJudge(loadListingModel(), ownHost))(listing)
}

export function createListingJudge(model: LinearModel, ownHost: string): ListingJudge {
  const reading = { known: new Set(model.header.known), ownHost, findGoods: createGoodsFinder() }
  const { named = 0, certain = 0 } = model.header.thresholds
  return (listing) => {
    const { words, parts } = listingFeatures(listing, reading)
    const judged = model.judge(parts, 'first')
    const { score } = judged
    if (score < named) return undefined
    const { kind, probability } = model.kindOf(judged)
    const shares = model.shares(words.words.length, ...parts)
    return {
      kind,
      words: quoted(words, tellingWords(shares, words)),
      isCertain:
        WAITING.has(kind) && score >= certain && probability >= SURE_OF_KIND && isOfSeveralWords(shares),
    }
  }
}

/** One word alone makes nothing certain: at least a fifth comes from others than the first. */
function isOfSeveralWords(shares: readonly number[]): boolean {
  const counting = shares.filter((share) => share > 0).toSorted((one, other) => other - one)
  const [first = 0, ...others] = counting
  return others.reduce((sum, share) => sum + share, 0) >= first / 4
}

export const loadListingModel = (): LinearModel => loadModel('titles')
