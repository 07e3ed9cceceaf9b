/** Classes of harm that reports and signals speak of, the gravest first; moderators read the texts. */
export const HARMS = {
  danger: 'Danger to people',
  money: 'Loss of money',
  goods: 'Stolen or forbidden goods',
  deceit: 'Deceit or abuse',
  nuisance: 'Nuisance',
} as const

export type Harm = keyof typeof HARMS
export const HARM_NAMES = Object.keys(HARMS) as [Harm, ...Harm[]]

/** Place of a class among all, as the database stores it: 1 is the gravest. */
export const harmRank = (harm: Harm): number => HARM_NAMES.indexOf(harm) + 1

/** A class that a newer version stored counts as the least grave. */
export const harmAt = (rank: number): Harm => HARM_NAMES[rank - 1] ?? 'nuisance'
