import { describe, expect, test } from 'vitest'
import { captureConsole, evict } from '../support/faults'
import { freshRealm } from '../support/realm'
import { selectRows } from '../support/tables'

describe('GET /events: events that the realm has in memory', () => {
  test('are read without the event log, and after a restart from it', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [queue, otherQueue] = [await ada.registers(), await ada.registers()]
    const { id } = await dov.sends(general, 'lunch', 'Soup')
    const [{ rows }] = (await selectRows(realm, 'SELECT count(*) AS rows FROM events')) as [{ rows: number }]
    expect(rows).toBeGreaterThan(0)
    await selectRows(realm, 'CREATE TABLE aside AS SELECT * FROM events')
    await selectRows(realm, 'DELETE FROM events')
    const events = await queue.events()
    expect(events.map(({ message }) => message?.id)).toContain(id)

    await selectRows(realm, 'INSERT INTO events SELECT * FROM aside')
    await evict(realm)
    expect(await otherQueue.events()).toEqual(events)
  })

  test('are those of transactions that were committed', async () => {
    captureConsole('error')
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message', 'stream'] })
    // The first message of a channel publishes an event of the channel before its own.
    await selectRows(
      realm,
      "CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = 'message' BEGIN SELECT RAISE(ABORT, 'x'); END",
    )
    const message = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup' }
    expect(await dov.post('/messages', message)).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await selectRows(realm, 'DROP TRIGGER bug')
    expect(await queue.events()).toEqual([])
    await dov.sends(general, 'lunch', 'Soup')
    expect((await queue.events()).map(({ type }) => type)).toEqual(['stream', 'message'])
  })
})
