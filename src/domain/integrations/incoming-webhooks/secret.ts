import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'

/** The secret that a service and a bot share. Deliveries are signed with it. */
const nameOf = (bot_id: number) => `webhook secret of bot ${bot_id}`

/** Returns the secret of a bot; undefined if it has none. Throws if the deployment no longer has the key of a stored one. */
export const webhookSecretOf = (realm: ReadOnlyRealm, bot_id: number): string | undefined =>
  readSecret(realm, nameOf(bot_id))

export const storeWebhookSecret = (realm: Realm, bot_id: number, secret: string): void =>
  writeSecret(realm, nameOf(bot_id), secret)

export const deleteWebhookSecret = (realm: Realm, bot_id: number): void => deleteSecret(realm, nameOf(bot_id))
