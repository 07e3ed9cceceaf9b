const FIRST_MILLISECONDS = 10_000
const LONGEST_MILLISECONDS = 5 * 60_000

interface Pause {
  failures: number
  /** Milliseconds since 1970. */
  until: number
  isAnswered: boolean
}

interface Failure {
  /** Whether the server answered, which asks for patience; without a network each new hope may be tried. */
  isAnswered: boolean
  /** The least that the server asks for. */
  retryAfterSeconds: number
}

/**
 * How long each conversation waits after a failure: twice as long each time, never shorter than the server asks.
 * `onDue` is called whenever one has waited enough.
 */
export function createPauses(onDue: () => void) {
  const pauses = new Map<string, Pause>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    clearTimeout(timer)
    const ahead = [...pauses.values()].map(({ until }) => until).filter((until) => until > Date.now())
    if (ahead.length > 0) timer = setTimeout(due, Math.min(...ahead) - Date.now())
  }

  function due() {
    plan()
    onDue()
  }

  return {
    begin(conversationId: string, { isAnswered, retryAfterSeconds }: Failure) {
      const failures = pauses.get(conversationId)?.failures ?? 0
      const doubling = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** failures)
      const until = Date.now() + Math.max(retryAfterSeconds * 1000, doubling)
      pauses.set(conversationId, { failures: failures + 1, until, isAnswered })
      plan()
    },
    end(conversationId: string) {
      pauses.delete(conversationId)
      plan()
    },
    endAll() {
      pauses.clear()
      clearTimeout(timer)
    },
    isDue: (conversationId: string) => (pauses.get(conversationId)?.until ?? 0) <= Date.now(),
    /** Whether the server asked for patience, which a new message has as well. */
    isAskedFor(conversationId: string) {
      const pause = pauses.get(conversationId)
      return pause !== undefined && pause.isAnswered && pause.until > Date.now()
    },
  }
}

export type Pauses = ReturnType<typeof createPauses>
