import { showToast } from '#web/platform/ui/toasts/toast.ts'

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast('Link copied')
  } catch {
    showToast('Could not copy the link', url)
  }
}
