import type { Message } from '#contract/conversations/conversations.ts'

interface Page {
  messages: Message[]
  hasMore: boolean
}

export interface ConversationScreen {
  /** The messages shown, in their order. */
  shown: Message[]
  /** Shows a message of the socket if it is the next one; otherwise loads the missing ones. */
  receive(message: Message): void
  /** Loads the messages after the last one shown. */
  catchUp(): Promise<void>
  /** Waits until this number of messages is shown. */
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

  /** Whether more messages follow. */
  async function readOn(): Promise<boolean> {
    const page = await read(last())
    for (const message of page?.messages ?? []) if (message.seq > last()) show(message)
    return page?.hasMore === true
  }

  async function catchUp() {
    // A message that arrives during this read is found by the next one.
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
