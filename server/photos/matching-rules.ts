/** When two areas show the same; measured in docs/decisions/0024-photo-likeness.md. */
export const LIKENESS_RULES = {
  /** Of the 63 bits of the pHash. */
  bitsApart: 12,
  /** Cells of either that differ from their neighbours; with fewer there is too little to compare. */
  leastContrasts: 30,
  /** Of these contrasts. */
  contrastsApart: 0.55,
}
