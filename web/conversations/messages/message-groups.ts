import { createdAtOf, isFromViewer, type ShownMessage } from './shown-messages.ts'

/** So long after another message of the same person one still belongs to it. */
const GROUP_MILLISECONDS = 5 * 60_000

const isNote = (shown: ShownMessage) => shown.kind === 'message' && shown.message.priceChange !== undefined

const isTogether = (one: ShownMessage, next: ShownMessage): boolean =>
  // What waits says so itself, and what was sent before it keeps its own state.
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
  /** Under which the time stands, once for the whole group. */
  isGroupEnd: boolean
}

/** Messages that one person wrote one soon after another stand together. */
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
