import { describe, expect, test } from 'vitest'
import { countCrossings } from '../support/crossings'
import { severalDatabases } from '../support/databases'
import { distantActions } from '../support/distant-actions'
import { sendToWorker } from '../support/worker'

/** The calls of an action that wait for each other: from the Worker, and between objects and databases in the realm's place. */
type Crossings = readonly [long: number, short: number]

const ONE_DATABASE: Record<string, Crossings> = {
  'open a conversation': [1, 1],
  'open a conversation at the first unread message': [1, 1],
  'open one message': [1, 1],
  'open the history of a message': [1, 1],
  'search for a common word': [1, 5],
  'search for a word without matches': [1, 2],
  'search in a topic': [1, 5],
  'search in a channel by a sender': [1, 5],
  'search around a message': [1, 5],
  'count the matches of a search': [1, 5],
  'send a message': [1, 0],
  'edit a message': [1, 1],
  react: [1, 0],
  'mark as read': [1, 0],
  'fetch a file': [1, 0],
  'fetch a part of a file': [1, 0],
  'fetch a file by a temporary link': [1, 2],
  'upload a file': [1, 3],
  'begin an upload and send all of it': [1, 4],
  'log in for a key': [1, 3],
  'log in at the page': [1, 3],
  'register a queue': [1, 0],
}

const TWO_DATABASES: Record<string, Crossings> = {
  ...ONE_DATABASE,
  'search for a common word': [1, 9],
  'search for a word without matches': [1, 3],
  'search in a topic': [1, 6],
  'search in a channel by a sender': [1, 9],
  'search around a message': [1, 6],
  'count the matches of a search': [1, 8],
}

/** Sends each request to a realm that has just started. */
async function measure({ requests, evict }: Awaited<ReturnType<typeof distantActions>>) {
  const crossings = countCrossings()
  const counted: Record<string, Crossings> = {}
  for (const [name, requestOf] of Object.entries(requests)) {
    await evict()
    const answer = await crossings.of(await requestOf())
    expect(answer.response.status, `${name}: ${answer.text.slice(0, 300)}`).toBeLessThan(400)
    counted[name] = answer.crossings
  }
  return counted
}

describe('an action of a user who is far from the realm waits for one long crossing', () => {
  test('with one database', async () => {
    expect(await measure(await distantActions())).toEqual(ONE_DATABASE)
  })

  test('with several databases', async () => {
    expect(await measure(await distantActions(await severalDatabases(2)))).toEqual(TWO_DATABASES)
  })
})

test('a deployment without neighbors answers each action', async () => {
  const { requests } = await distantActions()
  for (const [name, requestOf] of Object.entries(requests)) {
    const response = await sendToWorker(await requestOf(), { NEIGHBOR: undefined })
    expect(response.status, `${name}: ${(await response.text()).slice(0, 300)}`).toBeLessThan(400)
  }
})
