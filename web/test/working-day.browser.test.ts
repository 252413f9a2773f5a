import { expect, test } from 'vitest'
import { FRAMES, SOCKET, type Traffic } from './counted-traffic'
import { asks, newPersonAlone, opens, sends, topicHash, userId } from './person'
import { ACTS_OF_DAY, beginDay, PING, topicsOfDay, type ActOfDay } from './working-day'

/**
 * What each act takes, from its second time on. `npm run cost` counts the rows and bytes of the same acts. A request that need not be
 * is multiplied by all users and all messages.
 */
const REQUESTS: Record<ActOfDay, Record<string, number>> = {
  'open the client again': {
    'GET /events': 1,
    [SOCKET]: 1,
    'GET /users/me/ID/topics': 1,
    'GET /parley/streams/ID/pins': 1,
  },
  'receive 15 messages elsewhere': {},
  'open their conversation, and read': { 'POST /messages/flags': 1 },
  'receive a message in view': { 'POST /messages/flags': 1 },
  'send to a channel': { 'POST /typing': 2, 'POST /messages': 1 },
  'mention a user': { 'POST /typing': 2, 'POST /messages': 1 },
  'edit a message': { 'GET /messages/ID': 1, 'PATCH /messages/ID': 1 },
  'react to a message': { 'POST /messages/ID/reactions': 1 },
  'send a direct message': { 'POST /typing': 2, 'POST /messages': 1 },
  search: { 'GET /parley/search': 1, 'GET /messages': 2 },
  'come back after sleep': { [SOCKET]: 1 },
  'be there for a minute': {},
}

/** Others see at once that the user is there again. */
const STARTS: readonly ActOfDay[] = ['open the client again', 'come back after sleep']

const timesIn = (traffic: Traffic) =>
  Object.fromEntries(
    Object.entries(traffic).flatMap(([kind, { times }]) => (kind === FRAMES || kind === PING ? [] : [[kind, times]])),
  )

test('each act of a working day asks the server for what it needs, and no event causes a request', async () => {
  const { name, channel } = await newPersonAlone()
  // A guest sees no channel of another test. If one becomes private, the browser of a member compares what it keeps.
  await asks('ada', `PATCH /users/${userId(name)}`, { role: 600 })
  for (const topic of topicsOfDay.slice(0, 2)) await sends('ben', topic, ['before'], { channel })
  const page = await opens(name)
  const day = await beginDay(page, {
    topicHash: (topic) => topicHash(topic, channel),
    directHash: `#narrow/dm/${userId('ben')}`,
    colleague: 'Ben Lindqvist',
    send: (topic, contents) => sends('ben', topic, [...contents], { channel }),
  })
  const counted: Record<string, Record<string, number>> = {}
  for (const nth of [0, 1])
    for (const act of ACTS_OF_DAY) {
      // The clock of the page is then so far ahead of the server that the message is too old.
      if (act === 'edit a message' && nth > 0) continue
      // What the browser keeps follows an event about no message, too. Otherwise the next start compared it with the server.
      if (act === 'be there for a minute') await asks('ben', 'POST /users/me/status', { status_text: act })
      const traffic = await day.play(act, nth)
      counted[act] = timesIn(traffic)
      if (!STARTS.includes(act)) expect(traffic[PING]?.times, act).toBe(1)
    }
  expect(counted).toEqual(REQUESTS)
})
