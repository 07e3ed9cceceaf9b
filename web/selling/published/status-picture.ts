import type { Product } from '#contract/products.ts'
import { sharePicturePath } from '#contract/sharing/share-pictures.ts'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Shares the picture for WhatsApp's Status through the phone's share sheet; without one, downloads it. */
export async function shareStatusPicture({ id, title }: Pick<Product, 'id' | 'title'>): Promise<void> {
  try {
    const reply = await fetch(sharePicturePath(id, 'status'))
    if (!reply.ok) throw new Error(`Cannot load the status picture (status ${reply.status})`)
    const picture = await reply.blob()
    const files = [new File([picture], 'status.jpg', { type: picture.type })]
    if (!navigator.canShare?.({ files })) return saveFile(picture, 'status.jpg')
    // People may close the sheet without sharing; that is no failure.
    await navigator.share({ files, title }).catch(() => undefined)
  } catch {
    showToast('Could not load the picture', 'Please try again.')
  }
}
