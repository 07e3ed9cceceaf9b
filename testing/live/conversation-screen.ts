import type { Message } from '#contract/conversations/conversations.ts'

interface Page {
  messages: Message[]
  hasMore: boolean
}

export interface ConversationScreen {
  /** What stands there, in its order. */
  shown: Message[]
  /** A message from the socket: shown if it is the next one, else what lies between is read. */
  receive(message: Message): void
  /** Reads what follows the last that is shown. */
  catchUp(): Promise<void>
  /** Waits until so many messages are shown. */
  shows(count: number): Promise<void>
}

/** `read` resolves to undefined once the screen is closed. */
export function conversationScreen(
  read: (after: number) => Promise<Page | undefined>,
  onShown?: (message: Message) => void,
): ConversationScreen {
  const shown: Message[] = []
  const waiting = new Set<() => void>()
  let reading = false
  let readAgain = false

  const last = () => shown.at(-1)?.seq ?? 0

  function show(message: Message) {
    shown.push(message)
    onShown?.(message)
    for (const check of waiting) check()
  }

  /** Whether there is more to read. */
  async function readOn(): Promise<boolean> {
    const page = await read(last())
    for (const message of page?.messages ?? []) if (message.seq > last()) show(message)
    return page?.hasMore === true
  }

  async function catchUp() {
    // A message that comes while this reads is found by reading once more.
    readAgain = true
    if (reading) return
    reading = true
    while (readAgain) {
      readAgain = false
      if (await readOn()) readAgain = true
    }
    reading = false
  }

  return {
    shown,
    catchUp,
    receive(message) {
      if (reading) readAgain = true
      else if (message.seq === last() + 1) show(message)
      else if (message.seq > last()) void catchUp()
    },
    shows: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (shown.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}
