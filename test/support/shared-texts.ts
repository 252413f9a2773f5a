import { onTestFinished, vi } from 'vitest'
import { forgetRecentTexts } from '../../src/api/kept-texts'
import type { RealmCall, RealmResult } from '../../src/api/realm-call'
import { RealmObject } from '../../src/realm-object'
import { evict } from './faults'
import { succeeded, type Json } from './person'
import type { TestRealm } from './realm'

/** Records the calls of a realm and its answers. */
export function recordCalls({ name }: TestRealm): { call: RealmCall; answer: RealmResult }[] {
  const calls: { call: RealmCall; answer: RealmResult }[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { ask } = RealmObject.prototype
  const spy = vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(async function (this: RealmObject, call) {
    const answer = await ask.call(this, call)
    if (call.client.realm_name === name) calls.push({ call, answer })
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  return calls
}

export type Calls = ReturnType<typeof recordCalls>

/** The list of services is the same for all realms, so these tests do not count it. */
const ofServices = new Set<string>()
const SERVICES_FOLLOW = /"realm_incoming_webhook_bots":\[$/

/** Returns the digests of the shared texts that the realm named. */
export const digestsIn = (calls: Calls): string[] =>
  calls.flatMap(({ answer }) => {
    const pieces = answer.ok ? (answer.members ?? []) : []
    const named = pieces.flatMap((piece, at) => {
      if (typeof piece !== 'object' || !('digest' in piece)) return []
      const before = pieces[at - 1]
      const text = typeof before === 'string' ? before : before && 'json' in before ? before.json : ''
      if (SERVICES_FOLLOW.test(text)) ofServices.add(piece.digest)
      return piece.digest
    })
    return named.filter((digest) => !ofServices.has(digest))
  })

/** Returns the texts that the realm sent, with its answers and when the Worker asked for them. */
export function textsSent(calls: Calls): string[] {
  digestsIn(calls)
  const sent = calls.flatMap(({ answer }) => Object.entries((answer.ok && answer.texts) || {}))
  return sent.flatMap(([digest, text]) => (ofServices.has(digest) ? [] : text))
}

/** Returns the state as text, without what differs between two registrations. */
export async function registersAsText(send: (path: string, init: RequestInit) => Promise<Response>, options: Json) {
  const body = new URLSearchParams(
    Object.entries(options).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const text = await (await send('/register', { method: 'POST', body })).text()
  return text
    .replace(/"queue_id":"[^"]*"/, '')
    .replace(/"(?:last_event_id|server_timestamp|presence_last_update_id)":-?[\d.]+/g, '')
}

/** The Worker has no text: all come from the realm. */
export async function withoutKeptTexts<Result>(act: () => Promise<Result>): Promise<Result> {
  forgetRecentTexts()
  const spy = vi.spyOn(caches, 'open').mockRejectedValue(new Error('A test has no cache'))
  try {
    return await act()
  } finally {
    spy.mockRestore()
    forgetRecentTexts()
  }
}

/**
 * After each change, compares the answers of a realm that keeps texts with those of one that has just started.
 * Returns the positions of the changes after which they were not the same.
 */
export async function changesWithOtherAnswers(
  realm: TestRealm,
  changes: readonly (() => Promise<Json>)[],
  registerAll: () => Promise<string[]>,
): Promise<number[]> {
  const found: number[] = []
  for (const [nth, change] of changes.entries()) {
    succeeded(await change())
    const warm = await registerAll()
    await evict(realm)
    const fresh = await withoutKeptTexts(registerAll)
    if (warm.length !== fresh.length || warm.some((text, index) => text !== fresh[index])) found.push(nth)
  }
  return found
}
