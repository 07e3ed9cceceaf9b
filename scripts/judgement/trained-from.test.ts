import { expect, it } from 'vitest'
import { loadModel } from '#server/moderation/guard/judgement/linear-model.ts'
import { trainedFrom } from './trained-from.ts'

it.each(['messages', 'titles', 'names'])(
  'the model of %s was trained from what the repository has',
  (name) => {
    expect(loadModel(name).header.trainedFrom).toBe(trainedFrom(name))
  },
)
