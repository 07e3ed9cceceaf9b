import type { Product } from '#contract/products.ts'
import { sharePicturePath } from '#contract/sharing/share-pictures.ts'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Hands the picture for WhatsApp's Status to the phone's share sheet; where there is none, it is downloaded. */
export async function shareStatusPicture({ id, title }: Pick<Product, 'id' | 'title'>): Promise<void> {
  try {
    const reply = await fetch(sharePicturePath(id, 'status'))
    if (!reply.ok) throw new Error(`The status picture came as ${reply.status}`)
    const picture = await reply.blob()
    const files = [new File([picture], 'status.jpg', { type: picture.type })]
    if (!navigator.canShare?.({ files })) return saveFile(picture, 'status.jpg')
    // The sheet may be closed without sharing: that is no failure.
    await navigator.share({ files, title }).catch(() => undefined)
  } catch {
    showToast('Could not load the picture', 'Please try again.')
  }
}
