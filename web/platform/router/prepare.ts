import { createContext, useContext } from 'react'

/** Fetches the code and data of the page at an address. The route table provides it, and links call it. */
export type Prepare = (href: string) => void

const PrepareContext = createContext<Prepare>(() => undefined)

export const PrepareProvider = PrepareContext.Provider
export const usePrepare = () => useContext(PrepareContext)
