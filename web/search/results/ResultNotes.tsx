import type { SearchReply } from '#contract/search/search.ts'
import type { Filters } from '#web/search/filters.ts'

export interface ResultNotesProps {
  filters: Filters
  /** An earlier version's stored replies lack `leftOut` and `beyond`. */
  reply: Partial<SearchReply> | undefined
  /** Amounts in the address that are none. */
  unread: string[]
}

const listed = (texts: string[]) => <strong>{texts.join(', ')}</strong>

/** Says how a list differs from what was asked for. */
export function ResultNotes({ filters, reply, unread }: ResultNotesProps) {
  const { search = '', near, within } = filters
  const { similar, leftOut = [], beyond } = reply ?? {}
  return (
    <div className="mb-3 grid gap-1 text-sm">
      {unread.length > 0 && <p>No price: {listed(unread)} is not an amount, so it is left out.</p>}
      {similar && <p>No listing is called exactly {listed([search])}. These are similar.</p>}
      {leftOut.length > 0 && <p>No listing also has {listed(leftOut)}. These are similar.</p>}
      {beyond && (
        <p>
          None within {within} km of {near}. These are the nearest.
        </p>
      )}
    </div>
  )
}
