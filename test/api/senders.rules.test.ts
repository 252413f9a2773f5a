import { expect, test, vi } from 'vitest'
import { Senders } from '../../src/api/neighbors'
import { fetchOutside, type OutsideAnswer, type SendBeside } from '../../src/outside/fetch-outside'
import { purposes } from '../../src/outside/purposes'

const POLICY = { allows_private: false, own_hosts: [], disabled: new Set<string>() }
const ANSWER: OutsideAnswer = {
  status: 204,
  headers: [['retry-after', '3']],
  body: new Uint8Array(),
  url: 'https://x.example.com/',
}
const ask = (sendBeside: SendBeside) => fetchOutside({ ...POLICY, sendBeside }, purposes.events, { url: ANSWER.url })

/** Neighbors that answer when the test lets them. Each request is noted by its neighbor. */
function neighbors() {
  const requests: { name: string; answer: () => void; fail: () => void }[] = []
  const senders = new Senders((name) => ({
    sendOutside: () =>
      new Promise((resolve, reject) => {
        requests.push({ name, answer: () => resolve(ANSWER), fail: () => reject(new Error('The neighbor ended')) })
      }),
  }))
  return { requests, send: senders.send, names: () => requests.map(({ name }) => name) }
}

test('no neighbor has more than six requests under way, and a place is free again after an answer or a failure', async () => {
  const { requests, send, names } = neighbors()
  const answers = Array.from({ length: 13 }, () => ask(send))
  expect(names()).toEqual([...Array(6).fill('sender-0'), ...Array(6).fill('sender-1'), 'sender-2'])
  requests[2]!.answer()
  requests[3]!.fail()
  await Promise.all([answers[2], answers[3]])
  answers.push(ask(send), ask(send), ask(send))
  expect(names().slice(13)).toEqual(['sender-0', 'sender-0', 'sender-2'])
  for (const { answer } of requests) answer()
  await Promise.all(answers)
})

test('an answer keeps its status and its headers, and a neighbor that ends is a server that cannot be reached', async () => {
  const { requests, send } = neighbors()
  const [answered, failed] = [ask(send), ask(send)]
  requests[0]!.answer()
  requests[1]!.fail()
  const { response, url } = (await answered) as { response: Response; url: string }
  expect([response.status, response.headers.get('retry-after'), url]).toEqual([204, '3', ANSWER.url])
  expect(await failed).toEqual({ failure: 'unreachable' })
})

test('a status that no response can have is a server that cannot be reached', async () => {
  expect(await ask(async () => ({ ...ANSWER, status: 999 }))).toEqual({ failure: 'unreachable' })
})

test('the realm sends the request itself while the neighbor is of an older version', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('Hello', { status: 201 }))
  const missing = new TypeError('The RPC receiver does not implement "sendOutside".')
  const { send } = new Senders(() => ({ sendOutside: () => Promise.reject(missing) }))
  const result = (await ask(send)) as { response: Response }
  expect([result.response.status, await result.response.text(), fetch.mock.calls.length]).toEqual([201, 'Hello', 1])
  fetch.mockRestore()
})

test('a neighbor that never answers holds its place two seconds longer than its request may take', async () => {
  vi.useFakeTimers()
  const { send, names } = neighbors()
  const answers = Array.from({ length: 6 }, () => ask(send))
  await vi.advanceTimersByTimeAsync(purposes.events.milliseconds + 1999)
  void ask(send)
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(answers)).toEqual(Array(6).fill({ failure: 'unreachable' }))
  void ask(send)
  expect(names().slice(6)).toEqual(['sender-1', 'sender-0'])
  vi.useRealTimers()
})
