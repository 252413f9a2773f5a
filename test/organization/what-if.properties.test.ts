import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newGroup } from '../support/groups'
import { toChannel, requestMove, WHOLE_TOPIC } from '../support/moves'
import { observe, observedChanges } from '../support/observed-access'
import { type FieldValue, type Json, type Person } from '../support/person'
import { randomBelow, randomPick } from '../support/random-numbers'
import { freshRealm, newChannel } from '../support/realm'

// What is predicted of a change is what each user sees of it through the API, and a change that is refused is predicted with the
// same refusal. WHAT_IF_CHANGES=10000 tries more changes.

const CHANGES = Number(Reflect.get(env, 'WHAT_IF_CHANGES') ?? 0) || 60
const CHANGES_PER_REALM = 60

type Change = { path: string; method: 'PATCH' | 'POST'; fields: Record<string, FieldValue> }

/** A realm with five channels, messages that were moved, users who left and came back, and groups in groups. */
async function variedRealm(seed: number) {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, ezra, fig, general, vault, attic } = cast
  const [pick, below] = [randomPick(seed), randomBelow(seed + 1)]
  const lake = await newChannel(ada, 'lake', [ada, cleo, ezra])
  const pool = await newChannel(ada, 'pool', [ada, dov], { invite_only: true, history_public_to_subscribers: false })
  const channels = [general, vault, lake, pool]
  for (let nth = 0; nth < 30; nth++) {
    const channel = pick(channels)
    const sent = await ada.sends(channel, pick(['a', 'b', 'c']), `${nth}`)
    if (below(3) === 0) await requestMove(ada, sent, { ...toChannel(pick(channels)), ...(below(2) ? WHOLE_TOPIC : {}) })
    const [who, where] = [pick([ben, cleo, dov, ezra]), pick(channels)]
    if (below(2)) await ada.subscribes(where, { principals: [who.id] })
    else await ada.delete('/users/me/subscriptions', { subscriptions: [where.name], principals: [who.id] })
  }
  const inner = await newGroup(ada, 'inner', [dov])
  const outer = await newGroup(ada, 'outer', [cleo], { subgroups: [inner] })
  const aside = await newGroup(ada, 'aside', [ezra])
  const everyone = [ada, ben, cleo, dov, ezra, fig]
  const all = [...channels, attic]
  const ids = all.map(({ stream_id }) => stream_id)
  return { ...cast, everyone, groups: [inner, outer, aside], ids, pick, below }
}

type Varied = Awaited<ReturnType<typeof variedRealm>>

function randomChange({ everyone, groups, ids, pick, below }: Varied): Change {
  const holders = () =>
    pick<FieldValue>([
      pick([...groups, 1, 2, 3, 4, 5, 6, 7, 8]),
      { direct_members: [pick(everyone).id], direct_subgroups: [pick(groups)] },
    ])
  const permission = () =>
    pick(['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group', 'can_send_message_group'])
  const toChannelFields = (): Record<string, FieldValue> =>
    pick<() => Record<string, FieldValue>>([
      () => ({ is_private: below(2) === 1, history_public_to_subscribers: below(2) === 1 }),
      () => ({ is_private: below(2) === 1 }),
      () => ({ is_web_public: true, is_private: false, history_public_to_subscribers: true }),
      () => ({ [permission()]: { new: holders() } }),
      () => ({ is_archived: below(2) === 1 }),
    ])()
  return pick<() => Change>([
    () => ({ path: `/streams/${pick(ids)}`, method: 'PATCH', fields: toChannelFields() }),
    () => ({ path: `/streams/${pick(ids)}`, method: 'PATCH', fields: toChannelFields() }),
    () => ({
      path: `/users/${pick(everyone.slice(1)).id}`,
      method: 'PATCH',
      fields: { role: pick([100, 200, 300, 400, 600]) },
    }),
    () => ({
      path: `/user_groups/${pick(groups)}/members`,
      method: 'POST',
      fields: pick<Record<string, FieldValue>>([
        { add: [pick(everyone).id] },
        { delete: [pick(everyone).id] },
        { add_subgroups: [pick(groups)] },
        { delete_subgroups: [pick(groups)] },
        { add: [pick(everyone).id], delete: [pick(everyone).id], add_subgroups: [pick(groups)] },
      ]),
    }),
    () => ({
      path: '/realm',
      method: 'PATCH',
      fields: pick<Record<string, FieldValue>>([
        { can_access_all_users_group: { new: pick([3, 5]) } },
        { waiting_period_threshold: pick([0, 30]) },
        { message_retention_days: JSON.stringify(pick<string | number>(['unlimited', 30])) },
      ]),
    }),
  ])()
}

const make = (person: Person, { path, method, fields }: Change): Promise<Json> =>
  method === 'PATCH' ? person.patch(path, fields) : person.post(path, fields)

/** Returns a prediction without what the users do not show, with the channels in the order of their ids; or its refusal. */
function inOrder(predicted: Json): Json {
  if (predicted.result === 'error') return predicted
  const { channels, lose_people, gain_people } = predicted
  return { channels: channels.toSorted((a: Json, b: Json) => a.stream_id - b.stream_id), lose_people, gain_people }
}

test('what is predicted of a change is what each user sees of it', { timeout: CHANGES * 5000 }, async () => {
  let [accepted, withDifference] = [0, 0]
  for (let first = 0; first < CHANGES; first += CHANGES_PER_REALM) {
    const realm = await variedRealm(first * 7919 + 17)
    const { ada, everyone, ids } = realm
    let before = await observe(everyone, ids)
    for (let nth = first; nth < Math.min(CHANGES, first + CHANGES_PER_REALM); nth++) {
      const change = randomChange(realm)
      const label = `${nth}: ${JSON.stringify(change)}`
      const predicted = await ada.post(`/parley/what_if${change.path}`, change.fields)
      const made = await make(ada, change)
      const after = made.result === 'error' ? before : await observe(everyone, ids)
      expect(inOrder(predicted), label).toEqual(made.result === 'error' ? made : observedChanges(before, after, ids))
      if (made.result === 'error') continue
      const { channels, lose_people, gain_people } = predicted
      before = after
      accepted++
      if (channels.length > 0 || lose_people.count + gain_people.count > 0) withDifference++
    }
  }
  // Otherwise the random changes show little.
  expect(accepted).toBeGreaterThan(CHANGES / 3)
  expect(withDifference).toBeGreaterThan(CHANGES / 10)
})
