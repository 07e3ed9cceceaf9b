/** Runs a slow step after the next paint, so that the screen answers a touch first. */
export const afterPaint = (step: () => void): void => {
  requestAnimationFrame(() => setTimeout(step))
}
