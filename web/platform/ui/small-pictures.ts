let areWanted = () => false

/** Says when pictures that are drawn from now on shall be small. */
export function setSmallPictures(whether: () => boolean): void {
  areWanted = whether
}

export const wantsSmallPictures = (): boolean => areWanted()
