import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { narrowOf } from '../support/narrows'
import { asOperator } from '../support/realm-copies'
import { succeeded, type Json } from '../support/person'
import { replicaOf } from '../support/replica'
import { freshRealm } from '../support/realm'
import { evict } from '../support/faults'

/** Returns a realm with a message that it has not in memory any more, and with a write that it remembers. */
async function realmWithReplica() {
  const cast = await freshRealm()
  const { realm, dov, general } = cast
  await preventAlarms(realm)
  const replica = await replicaOf(realm)
  const { id } = await dov.sends(general, 'lunch', 'Soup')
  await doDueWork(realm)
  await evict(realm)
  // The write by which the realm knows the state of D1.
  await dov.sends(general, 'lunch', 'Bread')
  await doDueWork(realm)
  await replica.catchUp()
  replica.answers()
  const read = async () => succeeded(await dov.get(`/messages/${id}`, { apply_markdown: false })).message.content
  /** The Worker reads the texts of a copy, and the realm those of a page. */
  const copied = async (message_id = id) => {
    const { messages } = succeeded(await asOperator(realm, 'GET /parley/copy/messages', { after: message_id - 1 }))
    return messages.find((row: Json) => row.id === message_id).content
  }
  const search = async (word: string) =>
    messageIds(succeeded(await dov.get('/messages', { ...ALL_MESSAGES, narrow: narrowOf([['search', word]]) })))
  return { ...cast, replica, id, read, copied, search }
}

describe('texts near the reader', () => {
  test('are read from a replica that has all that the realm has written, but those of a page by the realm', async () => {
    const { replica, id, read, copied, search } = await realmWithReplica()
    expect(await copied()).toBe('Soup')
    expect(await search('soup')).toEqual([id])
    expect(new Set(replica.answers())).toEqual(new Set(['replica']))
    expect(await read()).toBe('Soup')
    expect(replica.answers()).toEqual(['primary'])
  })

  test('are read from the primary while the replica lags: an edit shows, and a search finds the new words only', async () => {
    const { realm, ada, dov, general, replica, id, read, copied, search } = await realmWithReplica()
    succeeded(await ada.patch('/realm', { message_content_edit_limit_seconds: JSON.stringify('unlimited') }))
    succeeded(await dov.patch(`/messages/${id}`, { content: 'Salad' }))
    await doDueWork(realm)
    await evict(realm)
    const { id: later } = await dov.sends(general, 'lunch', 'Rice')
    await doDueWork(realm)
    expect(await read()).toBe('Salad')
    expect(await copied()).toBe('Salad')
    expect(await search('soup')).toEqual([])
    expect(await search('salad')).toEqual([id])
    expect(await search('rice')).toEqual([later])
    expect(new Set(replica.answers())).toEqual(new Set(['primary']))
    await replica.catchUp()
    expect(await copied()).toBe('Salad')
    expect(new Set(replica.answers())).toEqual(new Set(['replica']))
  })

  test('are read from the primary after a restart, until the realm has written again', async () => {
    const { realm, replica, copied } = await realmWithReplica()
    await evict(realm)
    expect(await copied()).toBe('Soup')
    expect(replica.answers()).toEqual(['primary'])
  })

  test('that a replica lacks although it should have them are read from the primary', async () => {
    const { realm, dov, general, replica, copied } = await realmWithReplica()
    const { id } = await dov.sends(general, 'lunch', 'Rice')
    await doDueWork(realm)
    await evict(realm)
    await dov.sends(general, 'lunch', 'Tea')
    await doDueWork(realm)
    replica.claimToBeUpToDate()
    expect(await copied(id)).toBe('Rice')
    expect(replica.answers()).toEqual(['replica', 'primary'])
  })
})
