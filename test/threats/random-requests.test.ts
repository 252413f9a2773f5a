import { describe, expect, test } from 'vitest'
import { fileOf, formWith } from '../support/files'
import type { Json, Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, type Cast } from '../support/realm'
import { linkIn, sentEmails, submitPage } from '../support/mail'
import { randomPick, type Pick } from '../support/random-numbers'
import { replays } from '../support/replays'

const NAMES = ['general', 'vault', 'attic', 'garden', 'cellar', 'club']
const TOPICS = ['lunch', 'Lunch', '']

const uploadTo = (actor: Person, path: string) => async (): Promise<Json> =>
  (await actor.request(path, { method: 'POST', body: formWith(fileOf(PNG)) })).json()

const ACTIONS: ((pick: Pick, actor: Person, cast: Cast, people: Person[]) => Promise<Json>)[] = [
  (pick, actor, _, people) =>
    actor.post('/users/me/subscriptions', {
      subscriptions: [{ name: pick(NAMES) }, { name: pick(NAMES) }],
      principals: pick([undefined, [pick(people).id], [pick(people).id, pick(people).id]]),
      invite_only: pick([true, false]),
      authorization_errors_fatal: pick([true, false]),
    }),
  (pick, actor, _, people) =>
    actor.delete('/users/me/subscriptions', {
      subscriptions: [pick(NAMES)],
      principals: pick([undefined, [pick(people).id, pick(people).id]]),
    }),
  (pick, actor, _, people) =>
    actor.post('/messages', {
      type: 'channel',
      to: pick(NAMES),
      topic: pick(TOPICS),
      content: pick(['Hello', `@**${pick(people).account.full_name}**`, '@**all**', '/poll Pizza?']),
    }),
  (pick, actor, _, people) =>
    actor.post('/messages', { type: 'direct', to: [pick(people).id, pick(people).id], content: 'Hello' }),
  (pick, actor) =>
    actor.post('/messages/flags', {
      messages: [pick([1, 2, 3, 4, 5, 6]), pick([1, 2, 3, 4, 5, 6])],
      op: pick(['add', 'remove']),
      flag: pick(['read', 'starred']),
    }),
  (pick, actor) => {
    const reactions = `/messages/${pick([1, 2, 3, 4, 5, 6])}/reactions`
    const emoji = { emoji_name: pick(['tada', 'smile']) }
    return pick([true, true, false]) ? actor.post(reactions, emoji) : actor.delete(reactions, emoji)
  },
  async (pick, actor) => {
    const { streams } = await actor.get('/streams', { include_all: true })
    return pick([true, false, false]) ? actor.delete(`/streams/${pick<Json>(streams)?.stream_id}`) : {}
  },
  async (pick, actor, _, people) => {
    const { streams } = await actor.get('/streams', { include_all: true, exclude_archived: false })
    const holders = { direct_members: [pick(people).id, pick(people).id], direct_subgroups: [] }
    const changes = [
      { is_private: pick([true, false]) },
      { is_private: pick([true, false]), history_public_to_subscribers: true },
      { can_subscribe_group: { new: pick<Json>([holders, 1, ...GROUPS]) } },
      { can_administer_channel_group: { new: pick<Json>([holders, 1, ...GROUPS]) } },
      { description: pick(['Come in', 'Stay out']) },
      { is_archived: pick([true, false]) },
    ]
    return actor.patch(`/streams/${pick<Json>(streams)?.stream_id}`, pick<Json>(changes))
  },
  (pick, actor, _, people) =>
    actor.post('/user_groups/create', {
      name: `group ${pick(MANY)}`,
      description: '',
      members: [pick(people).id],
      subgroups: pick([[], [pick(GROUPS)]]),
      can_join_group: 6,
    }),
  (pick, actor, _, people) =>
    actor.post(`/user_groups/${pick(GROUPS)}/members`, {
      [pick(['add', 'delete'])]: pick([[actor.id], [pick(people).id, pick(people).id]]),
    }),
  (pick, actor) =>
    actor.post(`/user_groups/${pick(GROUPS)}/subgroups`, { [pick(['add', 'delete'])]: [pick([...GROUPS, 2])] }),
  (pick, actor) => {
    const path = `/user_groups/${pick(GROUPS)}`
    return pick([true, false])
      ? actor.post(`${path}/deactivate`)
      : actor.patch(path, { deactivated: false, description: pick(['Us', 'Them']) })
  },
  (pick, actor) => actor.delete(`/messages/${pick([1, 2, 3, 4, 5, 6])}`),
  (pick, actor) =>
    actor.patch(`/messages/${pick([1, 2, 3, 4, 5, 6])}`, {
      content: pick([undefined, 'Goodbye', '@**Ada**', '@**all** and @**topic**']),
      topic: pick([undefined, ...TOPICS, 'dinner', '✔ lunch']),
    }),
  async (pick, actor) => {
    const { streams } = await actor.get('/streams', { include_all: true })
    return actor.patch(`/messages/${pick([1, 2, 3, 4, 5, 6])}`, {
      stream_id: pick<Json>([...streams, undefined])?.stream_id,
      topic: pick([undefined, ...TOPICS, 'dinner', '✔ lunch', '✔ dinner']),
      propagate_mode: pick(['change_one', 'change_later', 'change_all', 'change_all']),
      send_notification_to_old_thread: pick([true, false]),
    })
  },
  (pick, actor) =>
    actor.patch('/settings', {
      automatically_follow_topics_policy: pick([1, 2, 3, 4]),
      automatically_follow_topics_where_mentioned: pick([true, false]),
      allow_private_data_export: pick([true, false]),
    }),
  (pick, actor) =>
    pick([true, false])
      ? actor.post('/export/realm', { export_type: pick([1, 2]) })
      : actor.delete(`/export/realm/${pick([1, 2, 3])}`),
  (pick, actor) => {
    const fragment = pick(['inbox', 'recent', 'narrow/channel/1'])
    const name = pick([undefined, 'Mine'])
    return pick([
      () => actor.post('/navigation_views', { fragment, is_pinned: pick([true, false]), name }),
      () => actor.patch(`/navigation_views/${fragment}`, { is_pinned: pick([true, false]), name }),
      () => actor.delete(`/navigation_views/${fragment}`),
    ])()
  },
  (pick, actor) =>
    actor.post('/users/me/onboarding_steps', { onboarding_step: pick(['intro_resolve_topic', 'nothing']) }),
  (pick, actor) => {
    const stream_names = pick([['general'], ['garden'], ['club', 'garden']])
    const path = `/default_stream_groups/${pick([1, 2])}`
    return pick([
      () =>
        actor.post('/default_stream_groups/create', { group_name: pick(['a', 'b']), description: '', stream_names }),
      () => actor.patch(path, { new_description: pick(['x', 'y']) }),
      () => actor.patch(`${path}/streams`, { op: pick(['add', 'remove']), stream_names }),
      () => actor.delete(path),
    ])()
  },
  (pick, actor) =>
    actor.post('/submessage', {
      message_id: pick([1, 2, 3, 4, 5, 6]),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    }),
  (pick, actor) => {
    const reminder = { message_id: pick([1, 2, 3, 4, 5, 6]), scheduled_delivery_timestamp: 4_000_000_000 + pick(MANY) }
    return pick([true, true, false])
      ? actor.post('/reminders', reminder)
      : actor.delete(`/reminders/${pick([1, 2, 3])}`)
  },
  (pick, actor, { general, vault }, people) => {
    const fields = {
      ...pick([
        { type: 'direct', to: [pick(people).id] },
        { type: 'channel', to: pick([general, vault]).stream_id },
      ]),
      topic: pick(TOPICS),
      content: pick(['Later', 'Much later']),
      scheduled_delivery_timestamp: 4_000_000_000 + pick(MANY),
    }
    const path = `/scheduled_messages/${pick([1, 2, 3])}`
    return pick([
      () => actor.post('/scheduled_messages', fields),
      () => actor.patch(path, fields),
      () => actor.delete(path),
    ])()
  },
  async (pick, actor) => {
    const { streams } = await actor.get('/streams', { include_all: true })
    return actor.post(`/streams/${pick<Json>(streams)?.stream_id}/delete_topic`, { topic_name: pick(TOPICS) })
  },
  (pick, actor, _, people) => {
    const path = `/users/me/muted_users/${pick(people).id}`
    return pick([true, true, false]) ? actor.post(path) : actor.delete(path)
  },
  (pick, actor) => {
    const linkifier = { pattern: pick(['#[0-9]+', 'T[0-9]+']), url_template: 'https://example.com' }
    return pick([true, false])
      ? actor.post('/realm/filters', linkifier)
      : actor.delete(`/realm/filters/${pick([1, 2])}`)
  },
  (pick, actor) => {
    const playground = {
      name: 'Try',
      pygments_language: pick(['Rust', 'C']),
      url_template: 'https://example.com/{code}',
    }
    const path = '/realm/playgrounds'
    return pick([true, false]) ? actor.post(path, playground) : actor.delete(`${path}/${pick([1, 2])}`)
  },
  (pick, actor) => actor.post('/users/me/presence', { status: pick(['active', 'idle']), slim_presence: true }),
  (pick, actor) =>
    pick([true, false])
      ? actor.post('/register_client_device')
      : actor.post('/remove_client_device', { device_id: pick([1, 2, 3]) }),
  (pick, actor) => actor.patch('/settings', { presence_enabled: pick([true, false]) }),
  // No topic is muted: events do not contain whether a wildcard mention in a muted topic counts as a mention.
  async (pick, actor) => {
    const { streams } = await actor.get('/streams', { include_all: true })
    return actor.post('/user_topics', {
      stream_id: pick<Json>(streams)?.stream_id,
      topic: pick(TOPICS),
      visibility_policy: pick([0, 2, 3]),
    })
  },
  (pick, actor, _, people) => actor.patch(`/users/${pick(people).id}`, { role: pick([100, 200, 300, 400, 600]) }),
  (pick, actor, _, people) => {
    const user = pick(people)
    return actor.patch(`/users/${user.id}`, { full_name: `${user.account.full_name} ${pick(['I', 'II'])}` })
  },
  (pick, actor) =>
    actor.patch(
      '/realm',
      pick<Json>([
        { name: pick(['Acme', 'Parley']), topics_policy: pick(['allow_empty_topic', 'disable_empty_topic']) },
        { can_create_public_channel_group: { new: pick([1, 3, 4, 6]) } },
        { can_invite_users_group: { new: pick([1, 3, 4, 6]) }, invite_required: pick([true, false]) },
        { new_stream_announcements_stream_id: pick([-1, 1]), signup_announcements_stream_id: pick([-1, 1]) },
        { enable_spectator_access: pick([true, false]), message_content_edit_limit_seconds: pick([60, 'unlimited']) },
      ]),
    ),
  (pick, actor) => {
    const path = `/realm/profile_fields/${pick([1, 2, 3])}`
    const field = { name: pick(['Phone', 'Town', 'Team']), editable_by_user: pick([true, false]) }
    return pick([
      () => actor.post('/realm/profile_fields', { ...field, field_type: pick([1, 2, 4]) }),
      () => actor.patch(path, field),
      () => actor.delete(path),
      () =>
        actor.patch('/users/me/profile_data', { data: [{ id: pick([1, 2, 3]), value: pick(['*Yes*', '', null]) }] }),
    ])()
  },
  async (pick, actor, { fig }, people) => {
    const { bots = [] } = await actor.get('/bots')
    const { members } = await actor.get('/users')
    const own = members.find(({ delivery_email }: Json) => delivery_email === pick<Json>(bots)?.username)
    const path = `/bots/${pick([own?.user_id, fig.id])}`
    return pick([
      () =>
        actor.post('/bots', { full_name: pick(['Hal', 'Bob']), short_name: `b${pick(MANY)}`, bot_type: pick([1, 2]) }),
      () => actor.patch(path, { default_all_public_streams: pick([true, false]), full_name: pick(['Hal', 'Bob']) }),
      () => actor.patch(path, { bot_owner_id: pick(people).id }),
    ])()
  },
  // No user with a queue is deactivated: their queues would end.
  async (pick, actor, _, people) => {
    const { members } = await actor.get('/users')
    const others = members.filter(({ user_id }: Json) => people.every(({ id }) => id !== user_id))
    const path = `/users/${pick<Json>(others)?.user_id}`
    return pick([true, false]) ? actor.delete(path) : actor.post(`${path}/reactivate`)
  },
  (pick, actor) =>
    pick([true, false])
      ? actor.post('/realm/domains', { domain: pick(['example.com', 'example.org']), allow_subdomains: true })
      : actor.delete(`/realm/domains/${pick(['example.com', 'example.org'])}`),
  async (pick, actor, { realm }) => {
    const invitation = {
      stream_ids: pick([[], [1], [2]]),
      group_ids: pick([[], [9]]),
      invite_as: pick([300, 400, 600]),
    }
    const answer = await actor.post('/invites', { invitee_emails: `z${pick(MANY)}@example.com`, ...invitation })
    if (answer.result !== 'success') return answer
    const [message] = await sentEmails(realm)
    await submitPage(linkIn(message), { full_name: 'Zoe', password: 'battery staple' })
    return answer
  },
  (pick, actor) =>
    pick([true, false])
      ? actor.post('/invites', { invitee_emails: `y${pick(MANY)}@example.com`, stream_ids: pick([[], [1]]) })
      : actor.delete(`/invites/${pick([1, 2, 3])}`),
  async (pick, actor) => {
    const { url } = await uploadTo(actor, '/user_uploads')()
    return actor.post('/messages', { type: 'channel', to: pick(NAMES), topic: pick(TOPICS), content: `[file](${url})` })
  },
  (pick, actor) => actor.delete(`/attachments/${pick([1, 2, 3])}`),
  (pick, actor) => {
    const emoji = `/realm/emoji/${pick(['parley', 'smile'])}`
    const icon = '/realm/icon'
    return pick([
      uploadTo(actor, emoji),
      () => actor.delete(emoji),
      uploadTo(actor, '/users/me/avatar'),
      () => actor.delete('/users/me/avatar'),
      uploadTo(actor, icon),
      () => actor.delete(icon),
    ])()
  },
  (pick, _, { realm }) =>
    realm.post('/dev_create_user', {
      email: `x${pick(MANY)}@example.com`,
      full_name: 'Xenia',
      role: pick([200, 400, 600]),
    }),
]
// The server decides which users a guest can see when the guest reads events. So a late poll can return less.
const VISIBILITY_CHANGES: typeof ACTIONS = [
  (pick, _, { ada }) => ada.patch('/realm', { can_access_all_users_group: { new: pick([6, 6, 7]) } }),
]
const GROUPS = [9, 10, 11] // the first groups that users create
const MANY = Array.from({ length: 100 }, (_, index) => index)

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/**
 * Random users send random requests, allowed or not. Afterwards the events of each client add up to the state that its user
 * can see. The seed is in the name of the test, so a failing sequence can be repeated.
 */
describe('random requests in random order', () => {
  test.for(SEEDS)('the events of each client add up to the state of a new registration: seed %i', async (seed) => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, fig } = cast
    const people = [ada, ben, cleo, dov, ezra, fig]
    const pick = randomPick(seed)
    const results: Json[] = []
    const sendRandom = async (count: number) => {
      for (let sent = 0; sent < count; sent++)
        results.push(await pick([...ACTIONS, ...VISIBILITY_CHANGES])(pick, pick(people), cast, people))
    }
    // A client that registers in the middle ends with the same state.
    await replays(people, async () => {
      await sendRandom(10)
      await replays([pick(people), ezra], () => sendRandom(10))
      await sendRandom(5)
    })
    const codes = results.map(({ result, code }) => code ?? result)
    expect(codes).toContain('success')
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR')
  })

  test.for(SEEDS)('a late poll returns the same events as prompt polls: seed %i', async (seed) => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, fig } = cast
    const people = [ada, ben, cleo, dov, ezra, fig]
    const pick = randomPick(seed)
    const client = { include_subscribers: 'true', client_capabilities: { archived_channels: pick([true, false]) } }
    const register = () => Promise.all(people.map((person) => person.registers(client)))
    const [late, prompt] = [await register(), await register()]
    const received: Json[][] = people.map(() => [])
    for (let sent = 0; sent < 20; sent++) {
      await pick(ACTIONS)(pick, pick(people), cast, people)
      for (const [index, queue] of prompt.entries()) received[index]!.push(...(await queue.events()))
    }
    // Presence events are ephemeral: a late poll does not get them.
    const persistent = (events: Json[]) => events.filter(({ type }) => type !== 'presence')
    for (const [index, queue] of late.entries())
      expect(persistent(await queue.events())).toEqual(persistent(received[index]!))
  })
})
