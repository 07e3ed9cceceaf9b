interface Pause {
  failures: number
  /** End of the pause, in milliseconds since 1970. */
  until: number
  isAnswered: boolean
}

interface Failure {
  pauseMs: number
  /**
   * True if the server answered, so that the pause must be kept; without an answer, each retry opportunity
   * may be used.
   */
  isAnswered: boolean
}

/** How long each subject of a queue waits after a failure. `onDue` is called when a pause ends. */
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
    begin(subject: string, { pauseMs, isAnswered }: Failure) {
      const failures = (pauses.get(subject)?.failures ?? 0) + 1
      pauses.set(subject, { failures, until: Date.now() + pauseMs, isAnswered })
      plan()
    },
    end(subject: string) {
      pauses.delete(subject)
      plan()
    },
    endAll() {
      pauses.clear()
      clearTimeout(timer)
    },
    failures: (subject: string) => pauses.get(subject)?.failures ?? 0,
    /** True if something of the subject failed and nothing was sent since. */
    isHeldUp: (subject: string) => pauses.has(subject),
    isUnanswered: (subject: string) => pauses.get(subject)?.isAnswered === false,
    isDue: (subject: string) => (pauses.get(subject)?.until ?? 0) <= Date.now(),
    /** True if the server demanded the pause, which then also holds for new rows. */
    isFromServer(subject: string) {
      const pause = pauses.get(subject)
      return pause !== undefined && pause.isAnswered && pause.until > Date.now()
    },
  }
}
