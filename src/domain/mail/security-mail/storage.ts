import type { ReadOnlyRealm, Realm } from '../../../realm'

type DeviceRow = { device: string; used_at: number }

/** Returns the devices with which a user logged in, the latest first. */
export const devicesOf = (realm: ReadOnlyRealm, user_id: number): DeviceRow[] =>
  realm.sql.all<DeviceRow>`
    SELECT device, used_at FROM known_devices WHERE user_id = ${user_id} ORDER BY used_at DESC, device`

export const writeDevice = (realm: Realm, user_id: number, device: string): void =>
  realm.sql.run`
    INSERT INTO known_devices (user_id, device, used_at) VALUES (${user_id}, ${device}, ${realm.now()})
    ON CONFLICT (user_id, device) DO UPDATE SET used_at = excluded.used_at`

export const deleteDevice = (realm: Realm, user_id: number, device: string): void =>
  realm.sql.run`DELETE FROM known_devices WHERE user_id = ${user_id} AND device = ${device}`

/** Returns the seed of the user's secret to unsubscribe. */
export const findUnsubscribeSeed = (realm: ReadOnlyRealm, user_id: number): string | undefined =>
  realm.sql.maybe<{ seed: string }>`SELECT seed FROM unsubscribe_keys WHERE user_id = ${user_id}`?.seed

export const insertUnsubscribeSeed = (realm: Realm, user_id: number, seed: string, secret_hash: string): void =>
  realm.sql.run`INSERT INTO unsubscribe_keys (user_id, seed, secret_hash) VALUES (${user_id}, ${seed}, ${secret_hash})`

/** Finds a user by the hash of the secret: the time of the lookup reveals nothing about a secret. */
export const findUserIdOfSecret = (realm: ReadOnlyRealm, secret_hash: string): number | undefined =>
  realm.sql.maybe<{ user_id: number }>`SELECT user_id FROM unsubscribe_keys WHERE secret_hash = ${secret_hash}`?.user_id
