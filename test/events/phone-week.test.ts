import { expect, test } from 'vitest'
import cost from '../../docs/cost.md?raw'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { visit } from '../support/files'
import { succeeded } from '../support/person'
import { Phone, REGISTRATION } from '../support/phone'
import { freshRealm } from '../support/realm'
import { contentsIn, eventsOfType } from '../support/received-events'
import { countRows, rowsWritten } from '../support/tables'

const HOUR = 3600
const WAKES = 50

test('a week of the phone app with fifty wakes: one registration, and at most three rows for a wake', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  await preventAlarms(realm)
  // The account is added.
  expect((await realm.request('/server_settings')).status).toBe(200)
  const { email, password, full_name } = dov.account
  const { api_key, user_id } = succeeded(await realm.post('/fetch_api_key', { username: email, password }))
  const phone = new Phone(realm.url, { email, password, full_name, api_key, user_id })
  // It is opened.
  const rows = { register: 0, polls: 0, pings: 0, 'due work': 0 }
  /** Does something for the phone, and counts the rows that it writes. */
  async function counted<T>(kind: keyof typeof rows, act: () => Promise<T>): Promise<T> {
    const before = await rowsWritten(realm)
    const result = await act()
    rows[kind] += (await rowsWritten(realm)) - before
    return result
  }
  const queue = await counted('register', () => phone.registers(REGISTRATION))
  expect(queue.state.idle_queue_timeout_secs).toBe(12 * HOUR)
  expect(await queue.events()).toEqual([])
  expect((await visit(phone, new URL(queue.state.server_emoji_data_url).pathname)).status).toBe(200)
  const { device_id } = succeeded(await phone.post('/register_client_device'))
  const page = { anchor: 'first_unread', num_before: 100, num_after: 100, allow_empty_topic_name: true }
  succeeded(await phone.get('/messages', page))
  succeeded(await phone.pings({ status: 'active', new_user_input: true, ping_only: false }))
  // It sleeps, and wakes. While it sleeps, the realm does all that is due.
  const received: string[] = []
  for (let wake = 1; wake <= WAKES; wake++) {
    succeeded(await counted('pings', () => phone.pings({ status: 'idle', ping_only: true })))
    await advanceClock(realm, wake % 7 === 0 ? 12 * HOUR - 60 : 2 * HOUR)
    await counted('due work', () => doDueWork(realm))
    if (wake === WAKES) await ada.sends(general, 'lunch', 'Pizza?')
    received.push(...contentsIn(await counted('polls', () => queue.events())))
    succeeded(await counted('pings', () => phone.pings({ status: 'active', new_user_input: true, ping_only: false })))
  }
  expect(received).toEqual(['<p>Pizza?</p>'])
  // The page of costs has these figures.
  expect(cost).toContain(`| registers | 1 | ${rows.register} |`)
  expect(cost).toContain(`| polls | ${WAKES} | ${rows.polls} |`)
  expect(cost).toContain(`| presence pings, one awake and one before it sleeps | ${2 * WAKES} | ${rows.pings} |`)
  expect(rows.polls + rows.pings).toBeLessThanOrEqual(3 * WAKES)
  expect(rows['due work']).toBeLessThanOrEqual(3 * WAKES)
  // It reads and writes.
  const { messages } = succeeded(await phone.get('/messages', { ...page, anchor: 'newest' }))
  const newest = messages.at(-1)
  succeeded(await phone.post('/messages/flags', { messages: [newest.id], op: 'add', flag: 'read' }))
  const echo = { queue_id: queue.id, local_id: '1.01', read_by_sender: true }
  await phone.sends(general, 'lunch', 'Yes!', echo)
  const [own] = eventsOfType(await queue.events(), 'message')
  expect(own).toMatchObject({ local_message_id: '1.01', message: { content: '<p>Yes!</p>' } })
  // It logs out.
  succeeded(await phone.post('/remove_client_device', { device_id }))

  const counts = Map.groupBy(phone.requests, (request) => request)
  expect(Object.fromEntries([...counts].map(([request, all]) => [request, all.length]))).toEqual({
    'POST /register': 1,
    'GET /events': WAKES + 2,
    'POST /register_client_device': 1,
    'GET /messages': 2,
    'POST /users/me/presence': 2 * WAKES + 1,
    'POST /messages/flags': 1,
    'POST /messages': 1,
    'POST /remove_client_device': 1,
  })
  expect(await countRows(realm, 'queues')).toBe(1)
})
