export const isVisible = (): boolean => document.visibilityState === 'visible'

export function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}
