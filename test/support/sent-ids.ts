import { runInDurableObject } from 'cloudflare:test'
import { storeAllSentIds } from '../../src/domain/messages/message-index/sent-ids-storage'
import { realmSql } from '../../src/store/realm-sql'
import { evict } from './faults'
import type { TestRealm } from './realm'

/** Stores the chunks of ids of messages that a test wrote into the message index, as sending does. */
export async function storeChunks(realm: TestRealm): Promise<void> {
  await runInDurableObject(realm.stub, (_, { storage }) => {
    const sql = realmSql(storage.sql)
    const { last } = sql.one<{ last: number }>`SELECT max(id) AS last FROM message_index`
    for (const _ of storeAllSentIds(sql, last));
  })
  await evict(realm)
}
