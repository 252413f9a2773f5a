import { expect, test } from 'vitest'
import { stateOf } from '../../client-state/model'
import type { Channel as WireChannel } from '../../client-state/wire'
import {
  mayAddSubscribers,
  mayAdminister,
  mayChangeTopic,
  mayDelete,
  mayMoveOut,
  mayPinIn,
  mayRemoveSubscriber,
  mayResolve,
  maySubscribe,
} from '../../web/store/may-act'
import { mayEdit, refusalToWrite } from '../../web/store/may-write'
import type { OwnParts, OwnState } from '../../web/wire/own-state'
import { groupOfUsers, newGroup } from '../support/groups'
import { requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { randomPick, type Pick as PickAtRandom } from '../support/random-numbers'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'

// What the client shows is what the server accepts, and what it hides the server refuses: for random roles, settings, groups and
// channels. The client decides from `POST /register` alone.

const REALM_GROUPS = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
]
const CHANNEL_GROUPS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
]
/** `role:nobody`, and the groups of the roles from administrators to everyone. */
const ROLE_GROUPS = [1, 1, 3, 4, 6, 7]
/** What the client showed and what it hid. */
const outcomes = new Set<string>()
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1)

type Sent = { id: number; topic: string }

type Subject = {
  actor: Person
  other: Person
  target: Channel
  /** Another channel, in which all users may write. */
  elsewhere: Channel
  state: OwnState
  /** What the actor sees of the channel. */
  channel: WireChannel | undefined
  /** Messages of the actor and of the other user, which the actor can read. */
  own: Sent
  foreign: Sent
}

/** What a user can try: what the client says of it, and the request. */
type Attempt = { of?: 'message'; shows: (subject: Subject) => boolean; tries: (subject: Subject) => Promise<Json> }

const inChannel =
  (may: (state: OwnState, channel: WireChannel) => boolean) =>
  ({ state, channel }: Subject): boolean =>
    channel !== undefined && may(state, channel)

const messageOf = (subject: Subject, kind: 'own' | 'foreign') => ({
  sender_id: kind === 'own' ? subject.actor.id : subject.other.id,
  timestamp: Math.floor(Date.now() / 1000),
  submessages: [],
})

const ATTEMPTS: Record<string, Attempt> = {
  'write in the channel': {
    shows: ({ state, channel }) =>
      channel !== undefined && refusalToWrite(state, { view: 'channel', stream_id: channel.stream_id }) === undefined,
    tries: ({ actor, target }) =>
      actor.post('/messages', { type: 'channel', to: target.stream_id, topic: 'new', content: 'hello' }),
  },
  'write directly': {
    shows: ({ state, other }) => refusalToWrite(state, { view: 'direct', user_ids: [other.id] }) === undefined,
    tries: ({ actor, other }) => actor.post('/messages', { type: 'direct', to: [other.id], content: 'hello' }),
  },
  'describe the channel': {
    shows: inChannel(mayAdminister),
    tries: ({ actor, target }) => actor.patch(`/streams/${target.stream_id}`, { description: `${Math.random()}` }),
  },
  'edit an own message': {
    of: 'message',
    shows: (subject) => mayEdit(subject.state, messageOf(subject, 'own'), Date.now() / 1000),
    tries: ({ actor, own }) => actor.patch(`/messages/${own.id}`, { content: `edited ${Math.random()}` }),
  },
  "edit another's message": {
    of: 'message',
    shows: (subject) => mayEdit(subject.state, messageOf(subject, 'foreign'), Date.now() / 1000),
    tries: ({ actor, foreign }) => actor.patch(`/messages/${foreign.id}`, { content: `edited ${Math.random()}` }),
  },
  'resolve a topic': {
    of: 'message',
    shows: inChannel(mayResolve),
    tries: ({ actor, foreign }) => renames(actor, foreign, `✔ ${foreign.topic}`),
  },
  'change a topic': {
    of: 'message',
    shows: inChannel(mayChangeTopic),
    tries: ({ actor, own }) => renames(actor, own, `moved ${own.id}`),
  },
  'change a topic on the way to another channel': {
    of: 'message',
    shows: ({ state, channel, elsewhere }) =>
      mayMoveOut(state, channel) && mayChangeTopic(state, channel, state.subscriptions.get(elsewhere.stream_id)),
    tries: ({ actor, own, elsewhere }) => requestMove(actor, own, toChannel(elsewhere, { topic: `moved ${own.id}` })),
  },
  'move messages to another channel': {
    of: 'message',
    shows: inChannel(mayMoveOut),
    tries: ({ actor, own, elsewhere }) => requestMove(actor, own, toChannel(elsewhere)),
  },
  'pin a message': {
    of: 'message',
    shows: inChannel(mayPinIn),
    tries: ({ actor, foreign }) => actor.post(`/parley/messages/${foreign.id}/pin`),
  },
  "delete another's message": {
    of: 'message',
    shows: (subject) => mayDelete(subject.state, subject.channel, messageOf(subject, 'foreign'), Date.now() / 1000),
    tries: ({ actor, foreign }) => actor.delete(`/messages/${foreign.id}`),
  },
  'delete an own message': {
    of: 'message',
    shows: (subject) => mayDelete(subject.state, subject.channel, messageOf(subject, 'own'), Date.now() / 1000),
    tries: ({ actor, own }) => actor.delete(`/messages/${own.id}`),
  },
  'remove a subscriber': {
    shows: ({ state, channel, other }) => channel !== undefined && mayRemoveSubscriber(state, channel, other.id),
    tries: ({ actor, other, target }) =>
      actor.delete('/users/me/subscriptions', { subscriptions: [target.name], principals: [other.id] }),
  },
  'add a subscriber': {
    shows: inChannel(mayAddSubscribers),
    tries: ({ actor, other, target }) =>
      actor.post('/users/me/subscriptions', { subscriptions: [{ name: target.name }], principals: [other.id] }),
  },
  subscribe: {
    shows: inChannel(maySubscribe),
    tries: async ({ actor, target }) => {
      await actor.delete('/users/me/subscriptions', { subscriptions: [target.name] })
      return actor.post('/users/me/subscriptions', { subscriptions: [{ name: target.name }] })
    },
  },
}

const renames = (actor: Person, message: Sent, topic: string) => requestMove(actor, message, { topic, ...WHOLE_TOPIC })

/** Returns what the actor sees of the channel, and messages of it that no attempt has changed. */
async function subjectIn(
  facts: Pick<Subject, 'actor' | 'other' | 'target' | 'elsewhere'>,
  sent: Sent[],
): Promise<Subject> {
  const { actor, target } = facts
  const state = stateOf<OwnParts>(succeeded(await actor.post('/register', CAPABILITIES)))
  const channel = state.subscriptions.get(target.stream_id) ?? state.streams.get(target.stream_id)
  return { ...facts, state, channel, own: sent.shift()!, foreign: sent.shift()! }
}

const CAPABILITIES = { client_capabilities: { archived_channels: true, user_settings_object: true } }

/** Sends a message of the actor and one of the other user for each attempt. */
async function messagesIn(channel: Channel, actor: Person, other: Person): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const name of Object.keys(ATTEMPTS))
    for (const [sender, kind] of [
      [actor, 'own'],
      [other, 'foreign'],
    ] as const) {
      const topic = `${kind} ${name}`
      sent.push({ ...(await sender.sends(channel, topic, 'hello')), topic })
    }
  return sent
}

/** Gives the channel random permissions, privacy and subscribers. The server refuses some changes: they stay as they were. */
async function changeAtRandom(
  { ada }: Cast,
  channel: Channel,
  actor: Person,
  pick: PickAtRandom,
  value: () => FieldValue,
) {
  for (const name of CHANNEL_GROUPS) await ada.patch(`/streams/${channel.stream_id}`, { [name]: { new: value() } })
  if (pick([true, false])) await ada.patch(`/streams/${channel.stream_id}`, { is_private: true })
  if (pick([true, false]))
    await ada.delete('/users/me/subscriptions', { subscriptions: [channel.name], principals: [actor.id] })
  if (pick([true, false, false, false])) await ada.delete(`/streams/${channel.stream_id}`)
}

test.each(SEEDS)('the client shows what the server accepts, and hides what it refuses (%i)', async (seed) => {
  const pick = randomPick(seed)
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, ezra } = cast
  const team = await newGroup(ada, 'team', [pick([ben, cleo, dov, ezra])])
  const value = (): FieldValue => pick([...ROLE_GROUPS, team, groupOfUsers(pick([cleo, dov, ezra]))])
  for (const name of REALM_GROUPS) await ada.patch('/realm', { [name]: { new: value() } })
  await ada.patch('/realm', { allow_message_editing: seed % 3 !== 0 })
  const actor = pick([ben, cleo, dov, ezra])
  const other = pick([ben, cleo, dov].filter((person) => person !== actor))
  const channel = await newChannel(ada, `channel ${seed}`, [ada, actor, other])
  const sent = await messagesIn(channel, actor, other)
  await changeAtRandom(cast, channel, actor, pick, value)
  for (const [name, { of, shows, tries }] of Object.entries(ATTEMPTS)) {
    const subject = await subjectIn({ actor, other, target: channel, elsewhere: cast.general }, sent)
    const isReadable = (await actor.get(`/messages/${subject.own.id}`)).result === 'success'
    // The client shows no message that it cannot read.
    if (of === 'message' && !isReadable) continue
    const isShown = shows(subject)
    outcomes.add(`${name}: ${isShown}`)
    const answer = await tries(subject)
    expect({ [name]: isShown }, JSON.stringify(answer)).toEqual({ [name]: answer.result === 'success' })
  }
})

test('each permission was shown to a user, and hidden from a user', () => {
  const without = (outcome: boolean) => Object.keys(ATTEMPTS).filter((name) => !outcomes.has(`${name}: ${outcome}`))
  // Users edit only their own messages.
  expect(without(true)).toEqual(["edit another's message"])
  expect(without(false)).toEqual([])
})
