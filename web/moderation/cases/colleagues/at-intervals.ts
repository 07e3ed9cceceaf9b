/** Acts at once, and at most once in the interval; a call in between acts at its end. */
export function atIntervals(act: () => void, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false

  function call() {
    isWanted = timer !== undefined
    if (isWanted) return
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) call()
    }, milliseconds)
  }

  return {
    call,
    stop() {
      clearTimeout(timer)
      timer = undefined
      isWanted = false
    },
  }
}
