/** For what a stolen session of somebody of the staff must not do. */
export { requireFreshSecondStep } from '#server/accounts/sessions/reauthentication.ts'
