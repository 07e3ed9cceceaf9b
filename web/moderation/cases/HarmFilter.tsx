import { type Harm, HARM_NAMES, HARMS } from '#contract/moderation/harms.ts'
import { useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'

/** Address of the queue or of a case in it; it keeps the chosen class of harm. */
export function queuePath(id: string | undefined, harm: Harm | undefined): string {
  const path = id === undefined ? '/moderation' : `/moderation/cases/${id}`
  return harm === undefined ? path : `${path}?harm=${harm}`
}

/** The class of harm that the queue shows, from the address; undefined for all classes. */
export function useHarm(): Harm | undefined {
  const [params] = useSearchParams()
  const named = params.get('harm')
  return HARM_NAMES.find((each) => each === named)
}

/** Leaves the open case, because it may belong to another class. */
export function HarmFilter({ harm }: { harm: Harm | undefined }) {
  const navigate = useNavigate()
  return (
    <select
      aria-label="Harm"
      className="field mb-3"
      value={harm ?? ''}
      onChange={({ currentTarget: { value } }) =>
        navigate(
          queuePath(
            undefined,
            HARM_NAMES.find((each) => each === value),
          ),
          { replace: true },
        )
      }
    >
      <option value="">All cases</option>
      {HARM_NAMES.map((name) => (
        <option key={name} value={name}>
          {HARMS[name]}
        </option>
      ))}
    </select>
  )
}
