import type { phoneSignInContract } from '#contract/accounts/phone-sign-in.ts'
import type * as z from 'zod/mini'
import { useApi } from '#web/platform/api/api-context.ts'

export interface Typed {
  phone: string
  name: string
  code: string
}

export const NOTHING_TYPED: Typed = { phone: '', name: '', code: '' }

type Body = z.input<typeof phoneSignInContract.signInByPhone.body>
export type Answer = z.output<typeof phoneSignInContract.signInByPhone.reply>

interface StepInput {
  code?: string
  name?: string
  password?: string
  wait?: true
  startNew?: true
}

/** Sends the code again with each further answer, because the server remembers none of them. */
export function usePhoneSignIn({ phone, name, code }: Typed, onAnswer: (answer: Answer) => void) {
  const api = useApi()
  return async (input: StepInput): Promise<Answer> => {
    const newName = input.name ?? name
    const body: Body = {
      phone,
      code: input.code ?? code,
      password: input.password,
      wait: input.wait,
      startNew: input.startNew,
      newcomer: newName ? { name: newName, terms: true } : undefined,
    }
    const answer = await api.call('signInByPhone', { body })
    onAnswer(answer)
    return answer
  }
}
