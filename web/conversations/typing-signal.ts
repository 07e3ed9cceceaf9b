import { TYPING_STOPS_MS } from '#contract/limits.ts'

export interface TypingSignal {
  /** The input now holds this. */
  typed(text: string): void
  /** The input was left, or what it held was sent. */
  stop(): void
}

/**
 * SPEC 4: emits that somebody types while the input is not empty; stops when it is empty, on blur, on send, or
 * three seconds after the last key. While typing goes on it is emitted again in half that time, since the other
 * side forgets it as well.
 */
export function createTypingSignal(emit: (typing: boolean) => void): TypingSignal {
  let emittedAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    if (emittedAt === undefined) return
    emittedAt = undefined
    emit(false)
  }

  return {
    stop,
    typed(text) {
      if (text === '') {
        stop()
        return
      }
      clearTimeout(timer)
      timer = setTimeout(stop, TYPING_STOPS_MS)
      const now = Date.now()
      if (emittedAt !== undefined && now - emittedAt < TYPING_STOPS_MS / 2) return
      emittedAt = now
      emit(true)
    },
  }
}

/** The other side: whether somebody types, forgotten when it is not repeated. */
export function createTypingWatch(show: (typing: boolean) => void): (typing: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (typing) => {
    clearTimeout(timer)
    show(typing)
    // A little longer than the sender's own limit: the word of its end may be on its way.
    if (typing) timer = setTimeout(() => show(false), TYPING_STOPS_MS * 2)
  }
}
