import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed } from '#server/moderation/guard/seed-rules.ts'

const FOLDER = join(import.meta.dirname, '../../server/moderation/guard/judgement')

/** Code whose change makes other features, by the model that is trained with it. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  messages: [
    'features.ts',
    'look-alikes.ts',
    'signs-for-letters.ts',
    'spelling.ts',
    'words.ts',
    'labelled/messages.jsonl',
  ],
  names: [
    'features.ts',
    'name-features.ts',
    'name-meanings.ts',
    'name-reading.ts',
    'name-words.ts',
    'signs-for-letters.ts',
    'labelled/names.jsonl',
  ],
  titles: [
    'features.ts',
    'goods-words.ts',
    'listing-features.ts',
    'look-alikes.ts',
    'signs-for-letters.ts',
    'spelling.ts',
    'words.ts',
    'labelled/titles.jsonl',
  ],
}

/** SHA-256 of all that a model is trained from: another one must be trained when it changes. */
export function trainedFrom(model: string): string {
  const hash = createHash('sha256')
  if (model === 'messages') hash.update(JSON.stringify(readSeed().lists))
  for (const file of SOURCES[model] ?? []) hash.update(readFileSync(join(FOLDER, file)))
  return hash.digest('hex')
}
