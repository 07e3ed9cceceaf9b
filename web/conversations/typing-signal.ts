import { TYPING_STOPS_MS } from '#contract/limits.ts'

export interface TypingSignal {
  /** The input now holds this text. */
  typed(text: string): void
  /** The input lost the focus, or its text was sent. */
  stop(): void
}

/**
 * SPEC 4: emits that somebody types while the input is not empty; stops when it is empty, on blur, on send, or three
 * seconds after the last key. While people type, it repeats the signal in half that time, because the other side
 * forgets it after a while.
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

/** The receiving side: shows whether somebody types, and forgets it if the signal is not repeated. */
export function createTypingWatch(show: (typing: boolean) => void): (typing: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (typing) => {
    clearTimeout(timer)
    show(typing)
    // Longer than the sender's own limit, because the signal that typing ended may still be on its way.
    if (typing) timer = setTimeout(() => show(false), TYPING_STOPS_MS * 2)
  }
}
