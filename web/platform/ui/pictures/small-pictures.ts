import { createContext, useContext, useState } from 'react'

const SmallPicturesContext = createContext<() => boolean>(() => false)

/** Its value says whether pictures that are rendered from now on are small. */
export const SmallPicturesProvider = SmallPicturesContext.Provider

/** Decided once for each picture, because a shown picture must not be fetched again in another size. */
export const useSmallPictures = (): boolean => useState(useContext(SmallPicturesContext))[0]
