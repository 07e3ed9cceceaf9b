import type { LabelledMessage } from '#server/moderation/guard/judgement/labelled-texts.ts'
import type { Engine } from './engine.ts'

/** What rules find in the labelled messages. */
export interface TrialResult {
  tricks: number
  tricksSeen: number
  honest: number
  falseWarnings: LabelledMessage[]
}

/** Counts the messages in which rules that warn match, as far as they concern the side that wrote them. */
export function measure(
  engine: Engine,
  messages: readonly LabelledMessage[],
  warns: (ruleId: number) => boolean = () => true,
) {
  const isSeen = ({ text, from }: LabelledMessage) =>
    engine(text).hits.some(
      ({ ruleId, side }) => warns(ruleId) && (side === undefined || from === '' || side === from),
    )
  const judged = messages.map((message) => ({
    message,
    isTrick: message.label === 'trick',
    isSeen: isSeen(message),
  }))
  const tricks = judged.filter(({ isTrick }) => isTrick)
  const honest = judged.filter(({ isTrick }) => !isTrick)
  const missed = tricks.filter((each) => !each.isSeen)
  const falseWarnings = honest.filter((each) => each.isSeen)
  return {
    tricks: tricks.length,
    honest: honest.length,
    missed: missed.map(({ message }) => message),
    falseWarnings: falseWarnings.map(({ message }) => message),
    /** Shares between 0 and 1. */
    recall: 1 - missed.length / tricks.length,
    falseShare: falseWarnings.length / honest.length,
  }
}
