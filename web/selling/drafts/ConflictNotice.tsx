import { useState } from 'react'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { Notice } from '#web/selling/editor/Notice.tsx'

interface ConflictNoticeProps {
  productId: string
  /** It was published elsewhere, not only changed. */
  isPublished: boolean
  onLoadNewer: (product: OwnProduct) => void
  onSaveMine: (product: OwnProduct) => void
}

/** The listing was changed elsewhere since this form was filled. The seller decides which version stays. */
export function ConflictNotice({ productId, isPublished, onLoadNewer, onSaveMine }: ConflictNoticeProps) {
  const api = useApi()
  const [isLoading, setIsLoading] = useState(false)

  async function decide(take: (product: OwnProduct) => void) {
    setIsLoading(true)
    try {
      take(await api.call('getOwnProduct', { params: { id: productId } }))
    } catch (error) {
      showToast('Could not load the listing', messageOf(error))
      setIsLoading(false)
    }
  }

  return (
    <Notice
      title={`This listing was ${isPublished ? 'published' : 'changed'} in another tab or on another device.`}
      text="What you typed is still here. Which version do you want to keep?"
    >
      <Button disabled={isLoading} onClick={() => void decide(onLoadNewer)}>
        Use the newer version
      </Button>
      <Button disabled={isLoading} onClick={() => void decide(onSaveMine)}>
        Keep my version
      </Button>
    </Notice>
  )
}
