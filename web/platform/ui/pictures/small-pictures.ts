import { createContext, useContext, useState } from 'react'

const SmallPicturesContext = createContext<() => boolean>(() => false)

/** Given whether pictures that are drawn from now on shall be small. */
export const SmallPicturesProvider = SmallPicturesContext.Provider

/** Decided once: a picture that is shown is not fetched again in another size. */
export const useSmallPictures = (): boolean => useState(useContext(SmallPicturesContext))[0]
