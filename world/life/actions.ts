import type { Pick } from '../shared-parts.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import { outcomeOf, type FieldValue } from './client.ts'

const CHANNELS = ['general', 'general', 'vault', 'garden-1', 'team-1', 'team-2', 'team-3', 'team-4', 'team-5']
const TOPICS = ['lunch', 'Lunch', 'plans', 'release', '']
const PRIVATE_CHANNELS = ['vault', 'garden-1', 'garden-1']
const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const requestTo =
  (method: string, path: string, fieldsOf: (pick: Pick, life: Life) => Record<string, FieldValue>): Action['run'] =>
  async (life, { client }, pick) =>
    outcomeOf(await client.ask(method, path, fieldsOf(pick, life)))

/** Returns the ids of a few recent messages. */
const recent = (pick: Pick, { newest }: Life, most = 3): number[] =>
  TENTHS.slice(0, pick([1, 1, most])).map(() => Math.max(1, newest - pick([0, 1, 2, 3, 5, 8, 13, 21])))

async function send(life: Life, { client }: Member, to: Record<string, FieldValue>, tail: string): Promise<string> {
  const entry = life.organization.ledger.begin(client.account.full_name, client.world.scheduler.now)
  const isSecret = life.beginSecret()
  const parley_client_id = life.clientId(entry.word)
  const answer = await client.insist('POST', '/messages', { ...to, content: `${entry.word}${tail}`, parley_client_id })
  if (answer.result === 'success') {
    entry.id = answer.id
    life.newest = Math.max(life.newest, answer.id)
    if (isSecret()) life.organization.secrets.set(answer.id, entry.word)
    life.noteSent(answer.id, client.id, entry)
  } else entry.refused = outcomeOf(answer)
  return outcomeOf(answer)
}

const tails = (pick: Pick, life: Life): string =>
  pick([
    '',
    '',
    '',
    ' with *some* `code`',
    `, @**${pick(life.organization.members).client.account.full_name}**`,
    ', @**all**',
    '\n\n* a\n* list\n\nhttps://example.com/',
  ])

export const ACTIONS: Readonly<Record<string, Action>> = {
  'send to a channel': {
    weight: 36,
    run: (life, actor, pick) =>
      send(life, actor, { type: 'channel', to: pick(CHANNELS), topic: pick(TOPICS) }, tails(pick, life)),
  },
  'send directly': {
    weight: 10,
    run: (life, actor, pick) => {
      const to = TENTHS.slice(0, pick([1, 1, 1, 3])).map(() => pick(life.organization.members).client.id)
      return send(life, actor, { type: 'direct', to }, tails(pick, life))
    },
  },
  'mark as read': {
    weight: 18,
    run: requestTo('POST', '/messages/flags', (pick, life) => ({
      messages: recent(pick, life, 10),
      op: 'add',
      flag: 'read',
    })),
  },
  star: {
    weight: 2,
    run: requestTo('POST', '/messages/flags', (pick, life) => ({
      messages: recent(pick, life),
      op: pick(['add', 'remove']),
      flag: 'starred',
    })),
  },
  react: {
    weight: 8,
    run: async (life, { client }, pick) => {
      const [id = 1] = recent(pick, life)
      return outcomeOf(
        await client.ask(pick(['POST', 'POST', 'DELETE']), `/messages/${id}/reactions`, {
          emoji_name: pick(['tada', 'smile', 'car']),
        }),
      )
    },
  },
  edit: {
    weight: 4,
    run: async (life, { client }, pick) => {
      const own = life.sentBy(client.id, pick)
      if (own === undefined) return 'nothing to edit'
      return outcomeOf(
        await client.ask('PATCH', `/messages/${own.id}`, { content: `${own.word} edited ${pick(TENTHS)}` }),
      )
    },
  },
  delete: {
    weight: 1,
    run: async (life, { client }, pick) => {
      const own = life.sentBy(client.id, pick)
      if (own === undefined) return 'nothing to delete'
      own.mayBeDeleted = true
      return outcomeOf(await client.ask('DELETE', `/messages/${own.id}`))
    },
  },
  'read history': {
    weight: 6,
    run: requestTo('GET', '/messages', (pick) => ({
      anchor: pick<FieldValue>(['newest', 'first_unread', 5]),
      num_before: 30,
      num_after: 0,
      narrow: pick<object>([[], [['channel', 'general']], [['is', 'dm']]]),
    })),
  },
  search: {
    weight: 1,
    run: requestTo('GET', '/messages', (pick) => ({
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      narrow: [['search', pick(['code', 'list', 'edited'])]],
    })),
  },
  type: {
    weight: 4,
    run: requestTo('POST', '/typing', (pick, { organization }) => ({
      op: pick(['start', 'stop']),
      to: [pick(organization.members).client.id],
    })),
  },
  'be present': {
    weight: 8,
    run: requestTo('POST', '/users/me/presence', (pick) => ({
      status: pick(['active', 'idle']),
      new_user_input: true,
    })),
  },
  'write a draft': {
    weight: 1,
    run: requestTo('POST', '/drafts', (pick) => ({
      drafts: [{ type: 'stream', to: [pick([1, 4])], topic: pick(TOPICS), content: 'later' }],
    })),
  },
  'set a status': {
    weight: 1,
    run: requestTo('POST', '/users/me/status', (pick) => ({ status_text: pick(['', 'away', 'at lunch']) })),
  },
  'follow a topic': {
    weight: 1,
    run: requestTo('POST', '/user_topics', (pick) => ({
      stream_id: pick([1, 2, 4, 5]),
      topic: pick(TOPICS),
      visibility_policy: pick([0, 2, 3]),
    })),
  },
  'move a topic': {
    weight: 0.5,
    changesAccess: true,
    run: async (life, { client }, pick) => {
      const [id = 1] = recent(pick, life)
      return outcomeOf(
        await client.ask('PATCH', `/messages/${id}`, {
          topic: pick(TOPICS),
          propagate_mode: pick(['change_one', 'change_later', 'change_all']),
        }),
      )
    },
  },
  'delete a topic': {
    weight: 0.4,
    changesAccess: true,
    run: async ({ organization }, _actor, pick) => {
      const fields = { topic_name: pick(['release', 'plans']) }
      return outcomeOf(
        await organization.members[0]?.client.ask('POST', `/streams/${pick([1, 4])}/delete_topic`, fields),
      )
    },
  },
  subscribe: {
    weight: 0.5,
    changesAccess: true,
    run: requestTo('POST', '/users/me/subscriptions', (pick) => ({
      subscriptions: [{ name: pick(['general', 'attic', 'team-1', 'team-2']) }],
    })),
  },
  'begin a channel and fail': {
    weight: 1,
    changesAccess: true,
    run: requestTo('POST', '/users/me/subscriptions', (pick, { done }) => ({
      // The second channel is refused after the first was made.
      subscriptions: [{ name: `kitchen-${done}` }, { name: pick(['vault', 'garden-1', 'attic']) }],
    })),
  },
  unsubscribe: {
    weight: 0.3,
    changesAccess: true,
    run: requestTo('DELETE', '/users/me/subscriptions', (pick) => ({
      subscriptions: [pick(['attic', 'team-1', 'team-2', 'team-4'])],
    })),
  },
  'change who is in a private channel': {
    weight: 3,
    changesAccess: true,
    run: async ({ organization: { members } }, _actor, pick) => {
      const [method, name] = [pick(['POST', 'DELETE']), pick(PRIVATE_CHANNELS)]
      return outcomeOf(
        await members[0]?.client.ask(method, '/users/me/subscriptions', {
          subscriptions: method === 'POST' ? [{ name }] : [name],
          principals: [pick(members.slice(2)).client.id],
          send_new_subscription_messages: false,
        }),
      )
    },
  },
  'change a role': {
    weight: 0.5,
    changesAccess: true,
    run: async (life, { client }, pick) =>
      outcomeOf(
        await client.ask('PATCH', `/users/${pick(life.organization.members.slice(3)).client.id}`, {
          role: pick([300, 400, 600]),
        }),
      ),
  },
  'do anything': {
    weight: 30,
    changesAccess: true,
    run: (life, actor, pick) => life.doAnything(actor, pick),
  },
}
