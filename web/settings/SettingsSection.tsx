import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-4 md:p-6">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** Message if it cannot be loaded. */
  failure: string
  /** Height of the outline, about that of the content. */
  outline: string
  children: (data: Data) => ReactNode
}

/** Content of a section once its data is loaded. */
export function Loaded<Data>({ query, failure, outline, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailure message={failure} retry={() => void query.refetch()} />
  return (
    <div aria-busy="true">
      <p className="sr-only">Loading…</p>
      <div className={`skeleton mt-3 ${outline}`} />
    </div>
  )
}
