import { useQuery } from '@tanstack/react-query'
import type { BlockedPerson } from '#contract/blocks.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { blockedQuery } from './queries.ts'
import { UnblockButton } from './UnblockButton.tsx'

function Row({ person }: { person: BlockedPerson }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={person.name} src={person.avatar} />
      <p className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {person.name}
        </span>
        <span className="text-sm text-muted">
          Blocked <RelativeTime iso={person.blockedAt} />
        </span>
      </p>
      <UnblockButton person={person} label={`Unblock ${person.name}`} />
    </li>
  )
}

/** The people whom someone has blocked, each with a button to unblock them; part of the settings. */
export function BlockedPeople({ personId }: { personId: string }) {
  const { data, isError, refetch } = useQuery(blockedQuery(useApi(), personId))
  return (
    <div className="setting-row">
      <h3 className="font-semibold">Blocked people</h3>
      <p className="mt-1 text-sm text-muted">
        You do not see each other’s listings and cannot write to each other. We do not tell them. To block
        somebody, press the three dots beside their name.
      </p>
      {data === undefined && isError && (
        <LoadFailure message="Failed to load blocked people" retry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="mt-3">You have not blocked anybody.</p>}
      {data && data.length > 0 && (
        <ul className="mt-2">
          {data.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </ul>
      )}
    </div>
  )
}
