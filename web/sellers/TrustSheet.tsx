import { useQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { sellerQuery } from './queries.ts'
import { TrustPanel } from './TrustPanel.tsx'

interface TrustSheetProps {
  personId: string
  name: string
  onClose: () => void
}

/** Facts about the other person of a conversation. */
export function TrustSheet({ personId, name, onClose }: TrustSheetProps) {
  const { data, isError, refetch } = useQuery(sellerQuery(useApi(), personId))
  return (
    <Dialog title={isolated(name)} hasBar isSheet onClose={onClose}>
      <div className="min-h-40 p-4">
        {data && <TrustPanel seller={data} />}
        {!data && isError && (
          <LoadFailure message="Failed to load this profile" retry={() => void refetch()} />
        )}
        {!data && !isError && <div className="skeleton h-20" aria-busy="true" />}
        <Link to={`/sellers/${personId}`} className="button button-quiet mt-3 w-full">
          {`Listings of ${isolated(name)}`}
        </Link>
      </div>
    </Dialog>
  )
}
