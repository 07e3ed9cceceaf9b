import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApi } from '#web/api/api-context.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { accountQuery } from './queries.ts'
import { Loaded } from './SettingsSection.tsx'

export function DeleteAccount({ personId }: { personId: string }) {
  const query = useQuery(accountQuery(useApi(), personId))
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setIsAsking(false)
    button.current?.focus()
  }

  return (
    <div className="setting-row">
      <h3 className="font-semibold">Delete account</h3>
      <p className="mt-1 text-sm text-muted">
        Removes your account, profile, listings and photos for good. Reviews that you wrote stay without your
        name.
      </p>
      <Loaded query={query} failure="Failed to load your account" outline="h-11">
        {({ hasPassword }) => (
          <>
            <button
              ref={button}
              type="button"
              className="button button-danger mt-3"
              aria-haspopup="dialog"
              onClick={() => setIsAsking(true)}
            >
              Delete account
            </button>
            {isAsking && <DeleteAccountDialog hasPassword={hasPassword} onClose={close} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
