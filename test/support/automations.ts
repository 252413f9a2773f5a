import { runAlarm } from './alarms'
import { refusal } from './answers'
import { stopClock } from './clock'
import { NOW, Receiver } from './event-subscriptions'
import { succeeded, type FieldValue, type Json, type Person } from './person'
import { freshRealm, type Channel } from './realm'

/** An automation that answers in the topic of each message with the word `help`. */
export const answering = ({ stream_id }: Pick<Channel, 'stream_id'>, content = 'Ask {person} again') => ({
  name: 'Answers',
  trigger: { kind: 'message', stream_id, words: ['help'] },
  actions: [{ kind: 'send', stream_id: null, topic: '', content }],
})

export const createAutomation = (person: Person, automation: Record<string, FieldValue>): Promise<Json> =>
  person.post('/parley/automations', automation)

/** Creates an automation. Fails the test if the realm refuses it. */
export const newAutomation = async (person: Person, automation: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await createAutomation(person, automation)).automation

/** Returns the runs of an automation, the newest first, without their times and ids. */
export const outcomesOf = async (person: Person, { id }: Json): Promise<Json[]> =>
  succeeded(await person.get(`/parley/automations/${id}/runs`)).runs.map(({ outcome, step, reason }: Json) => ({
    outcome,
    step,
    reason,
  }))

export const automationsOf = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/parley/automations')).automations

/** Returns a realm whose clock stands still, and an address outside. */
export async function withReceiver() {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  return { ...cast, receiver: new Receiver(), run: () => runAlarm(cast.realm) }
}

export const DONE = (step: number) => ({ outcome: 'done', step, reason: null })

export const NO_SUCH = refusal('Automation does not exist')

/** Returns how a text names a user without a notification. */
export const nameOf = ({ id, account }: Person): string => `@_**${account.full_name}|${id}**`
