import { useQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import type { DeskActivity } from '#contract/moderation/cases/colleagues.ts'
import { actionNamed } from '#contract/moderation/cases/decisions.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { activityQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'

/** 'Nana', 'Nana and Kofi', 'Nana, Kofi and Esi'. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

/** 'Nana' and 'is looking at this', so that a long name is cut before the news. */
export interface CaseStatus {
  who: string
  what: string
}

/** Words about colleagues who look at a case or decided it; undefined without any. */
export function caseStatus(
  { looking, decided }: DeskActivity,
  caseId: string,
  personId: string | undefined,
): CaseStatus | undefined {
  const decision = decided.find((each) => each.caseId === caseId)
  if (decision) {
    const { moderator, action } = decision
    const name = moderator.id === personId ? 'You' : isolated(moderator.name)
    return { who: name, what: `decided: ${actionNamed(action).text}` }
  }
  const names = looking
    .filter((each) => each.caseId === caseId)
    .map(({ moderator }) => isolated(moderator.name))
  if (names.length === 0) return undefined
  return { who: listed(names), what: `${names.length === 1 ? 'is' : 'are'} looking at this` }
}

export function useCaseStatus(caseId: string): CaseStatus | undefined {
  const personId = useSession()?.user.id
  const { data } = useQuery(activityQuery(useApi()))
  return data && caseStatus(data, caseId, personId)
}
