import { inject, onTestFinished, vi } from 'vitest'
import { runAlarm } from './alarms'
import { stopClock } from './clock'
import { newBotOf } from './bots'
import { succeeded, type FieldValue, type Json, type Person } from './person'
import { freshRealm } from './realm'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server of test/support/event-receiver.mjs. */
    eventReceiver: string
  }
}

const PUBLIC = 'https://receiver.example.com'

export const NOW = 1_900_000_000

/** A server outside that receives events, at an address of its own. */
export class Receiver {
  readonly url = `${PUBLIC}/${crypto.randomUUID()}`

  /** The server calls only public addresses, so requests to one of them go to the receiver. */
  constructor() {
    // The requests go there already, if the test has another receiver.
    if (vi.isMockFunction(globalThis.fetch)) return
    const { fetch: original } = globalThis
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        original(new Request(input, init).url.replace(PUBLIC, inject('eventReceiver')), init),
      )
    onTestFinished(() => spy.mockRestore())
  }

  async set(fields: { secret?: string; status?: number; answer?: string }): Promise<void> {
    await (await fetch(this.url, { method: 'PUT', body: JSON.stringify(fields) })).text()
  }

  async received(): Promise<Json[]> {
    return (await fetch(this.url)).json()
  }

  async types(): Promise<string[]> {
    return (await this.received()).map(({ body }) => body.type)
  }
}

/** Returns a realm in which Hal, a bot of Dov in the channel general, receives events. */
export async function withSubscription(fields: Record<string, FieldValue> = {}) {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hal = await newBotOf(cast.dov, { bot_type: 1 })
  await hal.subscribes(cast.general)
  const receiver = new Receiver()
  const path = `/parley/bots/${hal.id}/event_subscriptions`
  const { id, secret } = await subscribed(cast.dov, hal, { url: receiver.url, ...fields })
  await receiver.set({ secret })
  await runAlarm(cast.realm)
  return { ...cast, hal, receiver, path, id, secret }
}

export const subscribed = async (owner: Person, bot: Person, fields: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await owner.post(`/parley/bots/${bot.id}/event_subscriptions`, { events: ['message'], ...fields }))
