import { useSession } from '#web/accounts/sessions/session.ts'
import { useLaterCode } from '#web/platform/ui/use-later-code.ts'

const load = () => import('./ReviewSection.tsx')

/** The code for people who are signed in, which the public page does not carry. */
export const useReviewSection = () => useLaterCode(load, useSession() !== null)
