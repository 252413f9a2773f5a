import type { Realm } from '../../../realm'

/** Returns a handle whose writes name another client: for a message that the server sends during a request, for example. */
export const withClientName = (realm: Realm, client: string): Realm => ({
  ...realm,
  client: { ...realm.client, name: client },
})
