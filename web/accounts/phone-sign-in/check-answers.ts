import { sha256 } from '@noble/hashes/sha2.js'
import { type BrowserCheck, isAnswer, textOfAnswer } from '#contract/accounts/browser-check.ts'

const encoder = new TextEncoder()

/** Tries answers from 0 on. Each step is one hash, so that a page can pause in between. */
export function* solving(check: BrowserCheck): Generator<undefined, string> {
  const answers: number[] = []
  for (let puzzle = 0; puzzle < check.puzzles; puzzle += 1) {
    let answer = 0
    while (!isAnswer(check, sha256(encoder.encode(textOfAnswer(check, puzzle, answer))))) {
      yield
      answer += 1
    }
    answers.push(answer)
  }
  return `${check.challenge} ${answers.join('.')}`
}

/** Computes the answers in one go, in the form in which they are sent. */
export function proofOf(check: BrowserCheck): string {
  const steps = solving(check)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
