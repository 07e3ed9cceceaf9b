/** Once the touch itself has been answered on the screen: for what takes a slow phone longer than that. */
export const afterPaint = (step: () => void): void => {
  requestAnimationFrame(() => setTimeout(step))
}
