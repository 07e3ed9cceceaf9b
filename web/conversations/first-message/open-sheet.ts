/** Tab storage key of the product whose sheet is open. */
export const OPEN_SHEET = 'sankofa.sheet'
