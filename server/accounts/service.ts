/** Guards actions that a stolen staff session must not perform. */
export { requireFreshSecondStep } from '#server/accounts/sessions/reauthentication.ts'
