import { describe, expect, test } from 'vitest'
import { preventAlarms } from '../support/alarms'
import { SAMPLES } from '../support/exports/samples'
import { importExport, loggedIn } from '../support/imports/import-export'
import { walk } from '../support/imports/walk'
import { livelyRealm, newRealmFor } from '../support/lively-realm'
import { Person, succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { copyOf, fill } from '../support/realm-copies'
import { executeSql, selectRows } from '../support/tables'

describe('in an imported realm, every account can log in, and every endpoint answers', () => {
  test.each(SAMPLES)('from an export of %s', async (_, files) => {
    const { realm, ada, converted } = await importExport(files())
    expect(converted.converted.messages).toBeGreaterThan(1)
    await walk(realm, ada)
  })

  test('messages are read for the people who received them', async () => {
    const [, slack] = SAMPLES[0]!
    const { realm } = await importExport(slack())
    for (const name of ['una', 'udo', 'uwe', 'ute']) {
      const email = `${name}@example.com`
      const { api_key, user_id } = succeeded(await realm.post('/dev_fetch_api_key', { username: email }))
      const person = new Person(realm.url, { user_id, email, full_name: name, api_key, password: '' })
      const all = { anchor: 'oldest', num_before: 0, num_after: 100 }
      const { messages } = succeeded(await person.get('/messages', all))
      expect(messages.length).toBeGreaterThan(2)
      expect(messages.filter(({ flags }: Json) => !flags.includes('read'))).toEqual([])
      expect((await person.registers()).state.unread_msgs.count).toBe(0)
    }
  })

  test('from a copy', async () => {
    const cast = await livelyRealm()
    const filled = await newRealmFor(cast.ada)
    await preventAlarms(filled)
    expect(await fill(filled, await copyOf(cast.realm))).toEqual([])
    await walk(filled, await loggedIn(filled, new Person(filled.url, cast.ada.account)))
  })
})

describe('a realm that an earlier version filled', () => {
  test('has a key for each bot, and profiles that clients can read, when it wakes', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    const { id } = succeeded(await ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
    await selectRows(realm, "DELETE FROM migrations WHERE owner IN ('people/bots', 'people/users') AND step >= 2")
    await selectRows(realm, 'ALTER TABLE users DROP COLUMN standing')
    await selectRows(realm, 'DROP INDEX link_guests')
    await selectRows(realm, 'ALTER TABLE users DROP COLUMN guest_link_id')
    await selectRows(realm, 'DELETE FROM bots')
    await executeSql(realm, `UPDATE users SET profile_data = '{"${id}":"123"}' WHERE user_id = ${dov.id}`)
    const { realm_users } = (await ada.registers()).state
    const userOf = (list: Json[], user_id: number) => list.find((user) => user.user_id === user_id)
    expect(userOf(realm_users, dov.id).profile_data).toEqual({ [id]: { value: '123' } })
    const { api_key } = succeeded(await ada.get(`/bots/${fig.id}/api_key`))
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(succeeded(await new Person(realm.url, { ...fig.account, api_key }).get('/users/me')).user_id).toBe(fig.id)
  })
})
