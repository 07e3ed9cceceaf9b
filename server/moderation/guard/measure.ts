import type { Engine } from './engine.ts'
import type { LabelledMessage } from './labelled-messages.ts'

/**
 * Counts matches of all rules. The site shows fewer warnings, because each rule warns only its audience.
 */
export function measure(engine: Engine, messages: readonly LabelledMessage[]) {
  const judged = messages.map((message) => ({ message, isSeen: engine(message.text).hits.length > 0 }))
  const of = (isTrick: boolean, isSeen: boolean) =>
    judged
      .filter((each) => each.message.isTrick === isTrick && each.isSeen === isSeen)
      .map(({ message }) => message)
  const tricks = messages.filter(({ isTrick }) => isTrick).length
  const honest = messages.length - tricks
  const missed = of(true, false)
  const falseWarnings = of(false, true)
  return {
    tricks,
    honest,
    missed,
    falseWarnings,
    /** Shares between 0 and 1. */
    recall: 1 - missed.length / tricks,
    falseShare: falseWarnings.length / honest,
  }
}
