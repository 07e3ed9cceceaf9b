/** Thresholds for two areas that show the same; measured in docs/decisions/0024-photo-likeness.md. */
export const LIKENESS_RULES = {
  /** Different bits out of the 63 of the pHash. */
  bitsApart: 12,
  /** Cells of either area that differ from their neighbours; with fewer there is too little to compare. */
  leastContrasts: 30,
  /** Share of these contrasts that may differ. */
  contrastsApart: 0.55,
}
