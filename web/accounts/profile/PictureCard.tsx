import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { AVATAR_PATH, type Profile, type ProfileReply } from '#contract/accounts/profiles.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { PictureDialog } from './PictureDialog.tsx'
import { cacheProfile } from './profile-query.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

type Opened = { picture: ImageBitmap } | { failure: string }

/** The server checks again, but a check in the browser avoids uploading a file that would be refused. */
async function openPicture(file: File): Promise<Opened> {
  if (!TYPES.includes(file.type)) return { failure: PROBLEMS['picture-unsupported-type'].message }
  if (file.size > PICTURE_BYTES_MAX) return { failure: PROBLEMS['picture-too-large'].message }
  try {
    return { picture: await createImageBitmap(file) }
  } catch {
    return { failure: PROBLEMS['picture-damaged'].message }
  }
}

function useChangedPicture() {
  const queryClient = useQueryClient()
  return (reply: ProfileReply) => {
    cacheProfile(queryClient, reply)
    showToast('Profile updated')
  }
}

export function PictureCard({ profile, name }: { profile: Profile; name: string }) {
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [failure, setFailure] = useState<string>()
  const [isRemoving, setIsRemoving] = useState(false)
  const changed = useChangedPicture()

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Without this, choosing the same file again would fire no event.
    target.value = ''
    if (!file) return
    const opened = await openPicture(file)
    if ('picture' in opened) setPicture(opened.picture)
    setFailure('failure' in opened ? opened.failure : undefined)
  }

  async function remove() {
    setIsRemoving(true)
    setFailure(undefined)
    try {
      changed(await api.call('deleteAvatar', {}))
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setIsRemoving(false)
    }
  }

  return (
    <section aria-labelledby="picture" className="card p-5">
      <h2 id="picture" className="text-lg font-bold">
        Profile picture
      </h2>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Avatar name={name} src={profile.avatar} size="large" />
        <div className="grid justify-items-start gap-2">
          <Button onClick={() => input.current?.click()}>
            {profile.avatar ? 'Change picture' : 'Add a picture'}
          </Button>
          {profile.avatar && (
            <button
              type="button"
              className="button text-danger hover:bg-danger-soft"
              disabled={isRemoving}
              onClick={() => void remove()}
            >
              {isRemoving ? 'Removing…' : 'Remove'}
            </button>
          )}
        </div>
      </div>
      <p className="mt-3 text-sm text-muted">JPEG, PNG, WebP or GIF, up to 10 MB. Buyers trust a face.</p>
      <div className={failure ? 'mt-3' : undefined}>
        <FormError message={failure} />
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture file"
        accept={TYPES.join(',')}
        onChange={(event) => void choose(event)}
      />
      {picture && (
        <PictureDialog
          picture={picture}
          onSave={async (file) => changed(await api.upload(AVATAR_PATH, file))}
          onClose={() => {
            picture.close()
            setPicture(undefined)
          }}
        />
      )}
    </section>
  )
}
