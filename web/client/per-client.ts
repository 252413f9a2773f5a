import type { Client } from './client'

/**
 * Returns what a module keeps for each client, made when the client first needs it. The second pane has the store of its client, so it
 * shares what is kept. `ownerOf` names another owner.
 */
export function perClient<Kept>(
  create: (client: Client) => Kept,
  ownerOf: (client: Client) => object = ({ store }) => store,
): (client: Client) => Kept {
  const all = new WeakMap<object, Kept>()
  return (client) => {
    const owner = ownerOf(client)
    if (!all.has(owner)) all.set(owner, create(client))
    return all.get(owner)!
  }
}
