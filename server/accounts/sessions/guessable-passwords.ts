import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidInput } from '#server/platform/errors/app-error.ts'

/** What the lists of the world lack and passwords here are made of: places, day names, faith, football, money. */
const GHANAIAN =
  `ghana accra kumasi tamale takoradi tema koforidua sunyani bolgatanga ashanti volta akwaaba medaase chale
  obroni sankofa cedi momo kotoko hearts blackstars nkrumah kwadwo kwabena kwaku yaw kofi kwame kwesi kojo kobina
  adwoa abena akua akosua yaa afia ama esi efua nana mensah owusu boateng asante osei appiah nyame onyame jesus
  amen blessed`.split(/\s+/)

/** Eight random characters take as many attempts; who makes more is stopped by the limits of signing in long before. */
const ATTEMPTS_MIN = 1e8

const MESSAGE = 'This password is easy to guess. Use three or four words that only you would put together.'

export interface GuessablePasswords {
  /** Refused: invalid-input, naming `field`, when common passwords, names or `about` the person lead to it soon. */
  refuse(password: { field: string; text: string; about: readonly string[] }): Promise<void>
}

async function loadEstimator(siteName: string): Promise<ZxcvbnFactory> {
  const [core, language] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...language.dictionary, ghanaian: [...GHANAIAN, siteName.toLowerCase()] },
    graphs: language.adjacencyGraphs,
  })
}

/** The lists take ten megabytes, so they are loaded once somebody chooses a password. */
export function createGuessablePasswords(siteName: string): GuessablePasswords {
  let estimator: Promise<ZxcvbnFactory> | undefined
  return {
    async refuse({ field, text, about }) {
      const words = about.flatMap((part) => part.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean)
      estimator ??= loadEstimator(siteName)
      const { guesses } = (await estimator).check(text, words)
      if (guesses < ATTEMPTS_MIN) throw invalidInput([{ field, message: MESSAGE }])
    },
  }
}
