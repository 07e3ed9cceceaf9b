import { type LinearModel, loadModel } from './linear-model.ts'
import { nameFeatures } from './name-features.ts'
import { createMeanings } from './name-meanings.ts'

/** Ticks, shields and rows of stars, by which people claim a check. */
const BADGE = /[✓✔☑✅🗸🅥🛡🔰√]|(?:[★⭐🌟✪]\ufe0f?\s*){3}/u

/** Whether a name has a badge, with which any words claim a check. */
export const hasBadge = (name: string): boolean => BADGE.test(name)

/** Whether a name pretends to be the site, an institution or checked by somebody. */
export type NameJudge = (name: string) => boolean

/** Judges names by labelled ones. The model is read at the first name. */
export function createNameJudge(siteName: string): NameJudge {
  const meanings = createMeanings()
  let model: LinearModel | undefined
  return (name) => {
    if (hasBadge(name)) return true
    model ??= loadModel('names')
    const { score } = model.judge([nameFeatures(name, { siteName, meanings })], 'any')
    return score >= (model.header.thresholds['pretends'] ?? 0)
  }
}
