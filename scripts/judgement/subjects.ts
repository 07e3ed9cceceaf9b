import { readSeed } from '#server/moderation/guard/seed-rules.ts'
import { conceptsOf, sideFeatures, textFeatures } from '#server/moderation/guard/judgement/features.ts'
import { TRICK_KINDS } from '#server/moderation/guard/judgement/kinds.ts'
import {
  type LabelledMessage,
  labelledMessages,
  type LabelledName,
  labelledNames,
  type LabelledTitle,
  labelledTitles,
} from '#server/moderation/guard/judgement/labelled-texts.ts'
import { SIDES } from '#server/moderation/guard/judgement/message-judge.ts'
import { createGoodsFinder } from '#server/moderation/guard/judgement/goods-words.ts'
import { listingFeatures, listingText } from '#server/moderation/guard/judgement/listing-features.ts'
import { hasBadge } from '#server/moderation/guard/judgement/name-reading.ts'
import { createNameReader } from '#server/moderation/guard/judgement/name-features.ts'
import { plainText } from '#server/moderation/guard/judgement/look-alikes.ts'
import { normalizeWords } from '#server/moderation/guard/judgement/words.ts'
import type { Subject } from './fit.ts'

/** No labelled text has a link to the site. */
const OWN_HOST = 'sankofa.example'

export function messageSubject(): Subject<LabelledMessage> {
  const concepts = conceptsOf(readSeed().lists)
  return {
    texts: labelledMessages(''),
    kinds: TRICK_KINDS,
    learning: { leastTexts: 2, decay: 3e-4 },
    stretches: 'any',
    wordsOf: ({ text }) => text,
    exampleOf({ text, from, kind, label }, known) {
      const words = normalizeWords(text, { known, ownHost: OWN_HOST })
      const sides = SIDES.filter((side) => side === from)
      return {
        parts: [textFeatures(words, text, concepts), ...sides.map((side) => sideFeatures(words, side))],
        isOfKind: label === 'trick',
        kind,
      }
    },
  }
}

export function listingSubject(): Subject<LabelledTitle> {
  const findGoods = createGoodsFinder()
  // A title alone is judged as well, while people still write. A forbidden one counts alone if it names the thing.
  const isAlone = ({ label, title }: LabelledTitle) =>
    label === 'innocent' || findGoods(plainText(title)).some((kind) => !kind.startsWith('harmless'))
  const texts = labelledTitles('').flatMap((whole) =>
    whole.description !== '' && isAlone(whole) ? [whole, { ...whole, description: '' }] : [whole],
  )
  return {
    texts,
    kinds: [...new Set(texts.map(({ label, kind }) => (label === 'forbidden' ? kind : '')))]
      .filter((kind) => kind !== '')
      .toSorted(),
    learning: { leastTexts: 1, decay: 3e-4 },
    stretches: 'first',
    wordsOf: listingText,
    exampleOf: (title, known) => ({
      parts: listingFeatures(title, { known, ownHost: OWN_HOST, findGoods }).parts,
      isOfKind: title.label === 'forbidden',
      kind: title.kind,
    }),
  }
}

/** Names of the site are a word of their own, so any site can use what is learned of this one. */
const SITE_NAME = 'Sankofa'

export function nameSubject(): Subject<LabelledName> {
  const read = createNameReader(SITE_NAME)
  // A badge says nothing of the words beside it.
  const texts = labelledNames('').filter(({ name }) => !hasBadge(name))
  return {
    texts,
    // Everybody is refused for the same reason.
    kinds: [],
    learning: { leastTexts: 1, decay: 1e-4 },
    stretches: 'any',
    wordsOf: () => '',
    exampleOf: ({ name, label }) => ({
      parts: [read(name)],
      isOfKind: label === 'pretends',
      kind: '',
    }),
  }
}
