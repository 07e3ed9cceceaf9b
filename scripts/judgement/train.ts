import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crossScores, describe, fit, type Subject, thresholdOf } from './fit.ts'
import { modelFile } from './model-file.ts'
import { listingSubject, messageSubject, nameSubject } from './subjects.ts'
import { trainedFrom } from './trained-from.ts'

/**
 * Trains the models of server/moderation/guard/judgement from the labelled texts, and prints what they see in texts of
 * writers that they do not know. It takes a few minutes. Arguments: models to train, all by default.
 */
const FOLDER = join(import.meta.dirname, '../../server/moderation/guard/judgement')

function train<Text>(name: string, subject: Subject<Text>, shares: Readonly<Record<string, number>>): void {
  const scores = crossScores(subject)
  const thresholds = Object.fromEntries(
    Object.entries(shares).map(([threshold, share]) => [threshold, thresholdOf(scores, share)]),
  )
  for (const [threshold, share] of Object.entries(shares))
    console.log(
      `${name}, ${threshold}: ${share * 100} % of harmless ones, ${describe(scores, thresholds[threshold] ?? 0)}`,
    )
  const file = modelFile(fit(subject, subject.texts), { trainedFrom: trainedFrom(name), thresholds })
  writeFileSync(join(FOLDER, `${name}.model`), file)
}

const MODELS: Readonly<Record<string, () => void>> = {
  messages: () => train('messages', messageSubject(), { warn: 0.0175 }),
  titles: () => train('titles', listingSubject(), { named: 0.01, certain: 0.002 }),
  names: () => train('names', nameSubject(), { pretends: 0.02 }),
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MODELS)
for (const name of wanted) MODELS[name]?.()
