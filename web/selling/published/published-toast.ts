import { isolated } from '#contract/isolated.ts'
import { holdNamed } from '#contract/selling/hold-causes.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Shows a toast that says whether a new listing is online. */
export function showPublished({ hold }: OwnProduct, title?: string): void {
  if (hold) showToast('Your listing is not shown yet', holdNamed(hold.cause).why)
  else showToast('Your listing is online', title && isolated(title))
}
