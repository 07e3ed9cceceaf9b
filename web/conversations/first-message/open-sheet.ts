/** Under this name a tab stores the product whose sheet is open. */
export const OPEN_SHEET = 'sankofa.sheet'
