import { createContext, useContext } from 'react'
import { type ApiClient, createApiClient } from './client.ts'

/** The browser's own client unless the server, or a test, provides another. */
const ApiContext = createContext<ApiClient>(createApiClient((path, init) => fetch(path, init)))

export const ApiProvider = ApiContext.Provider
export const useApi = () => useContext(ApiContext)
