import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useId, useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { twoFactorContract } from '#contract/accounts/two-factor.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { refreshSecurity, securityQuery } from './security-query.ts'
import { useSession } from '#web/accounts/sessions/session.ts'

export interface SecurityStagesProps {
  security: Reply<typeof twoFactorContract.getSecurity>
  /** Reloads the data after a change. */
  refresh: () => Promise<void>
  /** Moves the focus to the card's title after a step whose buttons have disappeared. */
  focusTitle: () => void
}

interface CardProps {
  title: string
  content: ComponentType<SecurityStagesProps>
}

/** The frame of a card about the account's security; it loads the data. */
export function SecurityCard({ title, content: Content }: CardProps) {
  const personId = useSession()?.user.id ?? ''
  const queryClient = useQueryClient()
  const query = useQuery({ ...securityQuery(useApi(), personId), enabled: personId !== '' })
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = useCallback(() => refreshSecurity(queryClient, personId), [queryClient, personId])
  const focusTitle = useCallback(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={titleId} className="card p-5">
      <h2 id={titleId} ref={heading} tabIndex={-1} className="text-lg font-bold">
        {title}
      </h2>
      {query.data && <Content security={query.data} refresh={refresh} focusTitle={focusTitle} />}
      {query.isPending && <div className="skeleton mt-4 h-32" aria-busy="true" />}
      {query.isError && !query.data && (
        <LoadFailure message="We could not load this" retry={() => void query.refetch()} />
      )}
    </section>
  )
}

/** Title of a step; it takes the focus, so that the keyboard and screen readers continue here. */
export function StepTitle({ children }: { children: ReactNode }) {
  const focus = useCallback((heading: HTMLHeadingElement | null) => heading?.focus(), [])
  return (
    <h3 ref={focus} tabIndex={-1} className="font-semibold">
      {children}
    </h3>
  )
}
