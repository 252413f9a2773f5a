import { describe, expect, test } from 'vitest'
import { SECONDS_PER_DAY } from '../../src/store/days'
import { suppressAddress, suppressedAddresses } from '../../src/store/email-suppressions'
import { realmSql } from '../../src/store/realm-sql'
import { inStorage } from '../support/faults'
import { freshRealm } from '../support/realm'

const NOW = 1_800_000_000
const MONTH_LATER = NOW + 31 * SECONDS_PER_DAY
const error = 'The mailbox does not exist'

describe('an address that refused an email', () => {
  test('is noted without a read of all others, which are forgotten after a month', async () => {
    const { realm } = await freshRealm()
    await inStorage(realm, ({ storage }) => {
      const sql = realmSql(storage.sql)
      const { read: before } = sql.meter
      for (let number = 0; number < 200; number++)
        suppressAddress(sql, `person${number}@example.com`, { now: NOW, error })
      expect(sql.meter.read - before).toBeLessThan(1000)
      expect(suppressedAddresses(sql, NOW, 1000)).toHaveLength(200)

      suppressAddress(sql, 'zoe@example.com', { now: MONTH_LATER, error })

      expect(sql.all`SELECT address_key FROM suppressed_addresses`).toEqual([{ address_key: 'zoe@example.com' }])
    })
  })
})
