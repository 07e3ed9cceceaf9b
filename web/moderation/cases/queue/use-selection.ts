import { useState } from 'react'
import { CASES_AT_ONCE } from '#contract/limits.ts'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

/** Ids of the cases of a line: one, or those of a pile. */
export const caseIdsOf = ({ id, pile }: QueueEntry): string[] => pile?.caseIds ?? [id]
export const kindsOf = ({ target, pile }: QueueEntry) => pile?.kinds ?? [target.kind]

export interface Selection {
  /** Ticked lines in the order of the queue; one that is no longer shown is not ticked. */
  ticked: QueueEntry[]
  /** Ticks or unticks a line; a range reaches from the line that was ticked last. */
  toggle: (id: string | undefined, isRange?: boolean) => void
  tickAll: () => void
  clear: () => void
}

/** As many of these lines as can be decided at once. */
function upToMost(entries: readonly QueueEntry[]): QueueEntry[] {
  let cases = 0
  const fitting = entries.filter((entry) => {
    const more = cases + caseIdsOf(entry).length
    if (more > CASES_AT_ONCE) return false
    cases = more
    return true
  })
  if (fitting.length < entries.length) showToast(`At most ${CASES_AT_ONCE} cases are decided at once`)
  return fitting
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Lines that a moderator has ticked, to decide about all of them in the same way. `address` is that of the list: a tick
 * does not move to another list, where the line of the same case may be a pile.
 */
export function useSelection(shown: readonly QueueEntry[], address: string): Selection {
  const [selected, setSelected] = useState({ address, ids: NONE })
  const [last, setLast] = useState<string>()
  const ids = selected.address === address ? selected.ids : NONE
  const select = (isTicked: (entry: QueueEntry, index: number) => boolean) =>
    setSelected({ address, ids: new Set(upToMost(shown.filter(isTicked)).map(({ id }) => id)) })
  function toggle(id: string | undefined, isRange = false) {
    const at = shown.findIndex((entry) => entry.id === id)
    const from = shown.findIndex((entry) => entry.id === last)
    if (id === undefined || at === -1) return
    if (isRange && from !== -1) {
      const [low, high] = [Math.min(at, from), Math.max(at, from)]
      select((entry, index) => ids.has(entry.id) || (index >= low && index <= high))
    } else select((entry) => ids.has(entry.id) !== (entry.id === id))
    setLast(id)
  }
  return {
    ticked: shown.filter(({ id }) => ids.has(id)),
    toggle,
    tickAll: () => select(() => true),
    clear: () => setSelected({ address, ids: NONE }),
  }
}
