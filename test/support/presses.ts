import { stopClock } from './clock'
import { NOW, Receiver } from './event-subscriptions'
import { newestMessages } from './messages'
import { formOf, succeeded, type FieldValue, type Json, type Person } from './person'
import { freshRealm } from './realm'
import { send } from './request'
import { newAddress, newWebhookBot, postTo } from './webhooks'

const plain = (text: string) => ({ type: 'plain_text', text })

export const button = (action_id: string, text: string, fields: object = {}) => ({
  type: 'button',
  action_id,
  text: plain(text),
  ...fields,
})
const options = (...values: string[]) => values.map((value) => ({ text: plain(value.toUpperCase()), value }))

/** A request for an approval: buttons, a menu, and a short form. */
export const BLOCKS = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Deploy *v2*?' } },
  {
    type: 'actions',
    block_id: 'decision',
    elements: [
      button('approve', 'Approve', { value: 'v2', style: 'primary' }),
      button('reject', 'Reject'),
      { type: 'static_select', action_id: 'where', placeholder: plain('Where'), options: options('a', 'b') },
    ],
  },
  {
    type: 'input',
    block_id: 'why',
    label: plain('Reason'),
    element: { type: 'plain_text_input', action_id: 'reason', max_length: 20 },
  },
]

/** Sets the address for presses. */
export const setAddress = async (person: Person, path: string, url: string): Promise<Json> =>
  (await person.request(path, { method: 'PUT', body: formOf({ url }) })).json()

/** Returns a realm in which Hal, a bot of Dov, has sent buttons to a topic of general, and receives presses. */
export async function withButtons(place: Record<string, FieldValue> = {}, blocks: object[] = BLOCKS) {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hal = await newWebhookBot(cast.dov)
  const receiver = new Receiver()
  const path = `/parley/bots/${hal.id}/press_address`
  const { secret } = succeeded(await setAddress(cast.dov, path, receiver.url))
  await receiver.set({ secret })
  const { urls } = await newAddress(cast.dov, hal, { stream_id: cast.general.stream_id, topic: 'releases', ...place })
  await postTo(urls.slack, { blocks })
  const newest = async (person: Person) => (await newestMessages(person, 1, [['sender', hal.id]])).at(-1)
  const { id } = await newest(cast.dov)
  const press = (person: Person, action_id: string, values: Json[] = [], block_id = 'decision') =>
    person.post(`/parley/messages/${id}/presses`, { block_id, action_id, values })
  const answers = (answer: object | string) =>
    receiver.set({ answer: typeof answer === 'string' ? answer : JSON.stringify(answer) })
  /** The payload of the newest press. */
  const payload = async () => JSON.parse((await receiver.received()).at(-1)!.body.payload)
  return { ...cast, hal, receiver, path, secret, urls, newest, id: id as number, press, answers, payload }
}

/** Answers a press later, as its program does. */
export async function reply(url: string, answer: object | string): Promise<Json> {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const response = await send(new Request(url, { method: 'POST', body }))
  return { status: response.status, ...((await response.json()) as Json) }
}

/** Returns the controls of a message. */
export const controlsIn = ({ submessages }: Json): Json[] =>
  JSON.parse(submessages.findLast(({ msg_type }: Json) => msg_type === 'parley_controls').content).rows
