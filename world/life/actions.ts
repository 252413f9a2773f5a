import type { Pick } from '../shared-parts.ts'
import type { Written } from './ledger.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import { outcomeOf, type FieldValue } from './client.ts'
import { sendWithEcho } from './devices.ts'

/** Of ten members each has a team, up to the fifth. */
const channelsOf = ({ organization: { members } }: Life): string[] => [
  'general',
  'general',
  'vault',
  'garden-1',
  'library',
  'attic',
  ...['team-1', 'team-2', 'team-3', 'team-4', 'team-5'].slice(0, Math.floor((members.length - 1) / 10)),
]
const TOPICS = ['lunch', 'Lunch', 'plans', 'release', '']
const PRIVATE_CHANNELS = ['vault', 'garden-1', 'library']
const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const requestTo =
  (method: string, path: string, fieldsOf: (pick: Pick, life: Life) => Record<string, FieldValue>): Action['run'] =>
  async (life, { client }, pick) =>
    outcomeOf(await client.ask(method, path, fieldsOf(pick, life)))

/** Returns the ids of a few recent messages. */
const recent = (pick: Pick, { newest }: Life, most = 3): number[] =>
  TENTHS.slice(0, pick([1, 1, most])).map(() => Math.max(1, newest - pick([0, 1, 2, 3, 5, 8, 13, 21])))

async function send(
  life: Life,
  { client, devices }: Member,
  to: Record<string, FieldValue>,
  [tail, isEcho]: readonly [string, boolean],
): Promise<string> {
  const entry = life.organization.ledger.begin(client.account.full_name, client.world.scheduler.now)
  const isSecret = life.beginSecret()
  const content = `${entry.word}${tail}`
  const [device] = devices
  const queue_id = device?.state.queue_id
  const answer =
    isEcho && device !== undefined && queue_id !== undefined
      ? await sendWithEcho(client, device, { ...to, content, queue_id, local_id: '1' })
      : await client.insist('POST', '/messages', { ...to, content, parley_client_id: life.clientId(entry.nth) })
  if (answer === undefined) return 'lost'
  if (answer.result === 'success') {
    confirm(life, entry, answer.id)
    if (entry.changes === 0) entry.content = content
    life.newest = Math.max(life.newest, answer.id)
    if (isSecret()) life.organization.secrets.set(answer.id, entry.word)
    life.noteSent(answer.id, client.id, entry)
  } else if (answer.code !== 'REALM_DEACTIVATED') entry.refused = outcomeOf(answer)
  return outcomeOf(answer)
}

/** The server has confirmed a message. No other message had its id, also not one that was deleted. */
export function confirm({ organization }: Life, entry: Written, id: number): void {
  const before = organization.ledger.confirm(entry, id)
  if (before !== undefined) organization.fail(`The messages ${before} and ${entry.word} have the same id ${id}`)
}

const tails = (pick: Pick, life: Life): readonly [string, boolean] => [
  pick([
    '',
    '',
    '',
    ' with *some* `code`',
    `, @**${pick(life.organization.members).client.account.full_name}**`,
    ', @**all**',
    '\n\n* a\n* list\n\nhttps://example.com/',
  ]),
  pick([true, false, false]),
]

export const ACTIONS: Readonly<Record<string, Action>> = {
  'send to a channel': {
    weight: 36,
    run: (life, actor, pick) =>
      send(life, actor, { type: 'channel', to: pick(channelsOf(life)), topic: pick(TOPICS) }, tails(pick, life)),
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
