import { type LinearModel, loadModel } from './linear-model.ts'
import { createNameReader, type NameReader } from './name-features.ts'
import { hasBadge } from './name-reading.ts'

/** Whether a name pretends to be the site, an institution or checked by somebody. */
export type NameJudge = (name: string) => boolean

/** Judges names by labelled ones. The model and the lists are read at the first name. */
export function createNameJudge(siteName: string): NameJudge {
  let opened: { model: LinearModel; read: NameReader } | undefined
  return (name) => {
    if (hasBadge(name)) return true
    const { model, read } = (opened ??= { model: loadModel('names'), read: createNameReader(siteName) })
    return model.judge([read(name)], 'any').score >= (model.header.thresholds['pretends'] ?? 0)
  }
}
