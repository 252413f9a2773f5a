import type { TestRealm } from './realm'
import { executeSql } from './tables'

/** Stores a setting of the realm that the API would refuse or does not have. The realm object restarts. */
export const storeSetting = (realm: TestRealm, name: string, value: unknown): Promise<void> =>
  executeSql(
    realm,
    'INSERT INTO realm_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    JSON.stringify(value),
  )
