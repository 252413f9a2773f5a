import type { Realm } from '../../../realm'

/** The realm as another client would find it: what is written down is not the work of the one that asks. */
export const spokenBy = (realm: Realm, client: string): Realm => ({
  ...realm,
  client: { ...realm.client, name: client },
})
