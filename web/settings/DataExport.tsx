import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DataExport as Copy } from '#contract/personal-data/personal-data.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { isProofDeclined } from '#web/platform/api/client.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { exportQuery } from './queries.ts'
import { Loaded } from './SettingsSection.tsx'

interface DataExportProps {
  personId: string
  /** Null if the person has no address; they then download the copy here. */
  email: string | null
  token?: string
}

function Progress({ copy, email }: { copy: Copy | null; email: string | null }) {
  const now = useNow()
  const { timeZone } = usePublicConfig()
  if (copy?.status === 'preparing') {
    return (
      <>
        We are preparing your copy.{' '}
        {email === null ? 'You can download it here when it is ready.' : `We will e-mail a link to ${email}.`}
      </>
    )
  }
  if (copy?.status === 'failed') return <>We could not prepare your last copy. Please ask for it again.</>
  if (copy?.status === 'ready' && copy.expiresAt) {
    return (
      <>
        Ready until {formatDate(copy.expiresAt, now, timeZone)}.
        {email !== null && ` Open the link that we sent to ${email}.`}
      </>
    )
  }
  return <>A ZIP file with all that we store about you, and your photos. It takes a moment to prepare.</>
}

function RequestCopy({ copy, email, personId }: DataExportProps & { copy: Copy | null }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isRequesting, setIsRequesting] = useState(false)
  const [failure, setFailure] = useState<string>()

  const isBusy = isRequesting || copy?.status === 'preparing'

  async function request() {
    setIsRequesting(true)
    setFailure(undefined)
    try {
      const reply = await api.call('requestExport', {})
      queryClient.setQueryData(exportQuery(api, personId).queryKey, reply.export)
      showToast(
        'We are preparing your copy',
        email === null ? 'We will notify you when it is ready.' : 'We will e-mail you a link.',
      )
    } catch (error) {
      if (!isProofDeclined(error)) setFailure(messageOf(error))
    } finally {
      setIsRequesting(false)
    }
  }

  return (
    <>
      <p role="status" className="mt-1 text-sm text-muted">
        <Progress copy={copy} email={email} />
      </p>
      <Button
        className="mt-3"
        // A disabled button would lose the focus, which returns to it after the proof.
        aria-disabled={isBusy}
        onClick={() => void (isBusy || request())}
      >
        {copy?.status === 'ready' ? 'Prepare a new copy' : 'Download data'}
      </Button>
      <FormError message={failure} />
    </>
  )
}

/**
 * Shown to people who open the mailed link, and to people without an address as soon as the copy is ready.
 * The copy is downloaded only when they tap, because it may be large and mobile data is expensive.
 */
function ReadyCopy({ token }: { token?: string }) {
  const api = useApi()
  const { siteName } = usePublicConfig()
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (token) button.current?.focus()
  }, [token])

  async function download() {
    setIsLoading(true)
    setFailure(undefined)
    try {
      saveFile(
        await api.download('downloadExport', { body: { token } }),
        `${siteName.toLowerCase()}-data.zip`,
      )
    } catch (error) {
      if (!isProofDeclined(error)) setFailure(messageOf(error))
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <div className="mt-2 grid justify-items-start gap-3 rounded-card bg-accent-soft p-4">
      <p>Your copy is ready. Keep it private: it contains your personal data.</p>
      <Button
        ref={button}
        look="primary"
        aria-disabled={isLoading}
        onClick={() => void (isLoading || download())}
      >
        {isLoading ? 'Downloading…' : 'Download the ZIP file'}
      </Button>
      <FormError message={failure} />
    </div>
  )
}

export function DataExport({ personId, email, token }: DataExportProps) {
  const query = useQuery(exportQuery(useApi(), personId))
  return (
    <div className="setting-row">
      <h3 className="font-semibold">Your data</h3>
      {(token || (email === null && query.data?.status === 'ready')) && (
        <ReadyCopy key={token} token={token} />
      )}
      <Loaded query={query} failure="Failed to load the state of your copy" outline="h-20">
        {(copy) => <RequestCopy copy={copy} email={email} personId={personId} />}
      </Loaded>
    </div>
  )
}
