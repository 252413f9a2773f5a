import type { Client } from './client'

/** Returns what a module keeps for each client, made when the client first needs it. */
export function perClient<Kept>(create: (client: Client) => Kept): (client: Client) => Kept {
  const all = new WeakMap<Client, Kept>()
  return (client) => {
    if (!all.has(client)) all.set(client, create(client))
    return all.get(client)!
  }
}
