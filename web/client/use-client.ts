import { createContext, useContext } from 'solid-js'
import type { Client } from './client'

const ClientContext = createContext<Client>()

/** Gives the views below it their client. */
export const ClientProvider = ClientContext.Provider

/** Returns the client of a view. A view calls it while it is made: a handler of an event has no context. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === undefined) throw new Error('No client')
  return client
}
