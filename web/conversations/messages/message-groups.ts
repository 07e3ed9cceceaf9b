import { createdAtOf, isFromViewer, type ShownMessage } from './shown-messages.ts'

/** Longest pause between two messages of a group. */
const GROUP_MILLISECONDS = 5 * 60_000

/** A line about a new price or a step is not part of a group. */
const isNote = (shown: ShownMessage) =>
  shown.kind === 'pending'
    ? shown.pending.step !== undefined
    : (shown.message.priceChange ?? shown.message.step) !== undefined

const isTogether = (one: ShownMessage, next: ShownMessage): boolean =>
  // A waiting message shows its own state, and the sent one before it keeps its state.
  one.kind === next.kind &&
  isFromViewer(one) === isFromViewer(next) &&
  !isNote(one) &&
  !isNote(next) &&
  Date.parse(createdAtOf(next)) - Date.parse(createdAtOf(one)) <= GROUP_MILLISECONDS

export interface GroupedMessage {
  shown: ShownMessage
  /** The day's name, above the first message of a day. */
  newDay: string | undefined
  isGroupStart: boolean
  /** The last message shows the time, once for the whole group. */
  isGroupEnd: boolean
}

/** Groups messages that one person wrote shortly after each other. */
export function groupMessages(
  messages: readonly ShownMessage[],
  dayTitleOf: (createdAt: string) => string,
): GroupedMessage[] {
  const days = messages.map((shown) => dayTitleOf(createdAtOf(shown)))
  const follows = messages.map((shown, index) => {
    const before = messages[index - 1]
    return before !== undefined && days[index] === days[index - 1] && isTogether(before, shown)
  })
  return messages.map((shown, index) => ({
    shown,
    newDay: days[index] === days[index - 1] ? undefined : days[index],
    isGroupStart: !follows[index],
    isGroupEnd: !follows[index + 1],
  }))
}
