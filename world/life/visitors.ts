import { formOf, outcomeOf, type Client } from './client.ts'
import { open } from './files.ts'
import type { Action, Life } from './life.ts'
import type { Organization } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// What comes from outside of the organization, or is done for it: guests with a link, programs that start automations, lawyers who
// search.

const GUEST_MINUTES = 20

/** Follows a guest link, as a browser without an account does. Opening it changes nothing; the name makes the account. */
async function visit(life: Life, client: Client, pick: Pick): Promise<string> {
  const { guestLinks } = life.organization
  if (guestLinks.length === 0 || pick([0, 1, 2, 3]) === 0) {
    const fields = { stream_id: 1, expires_in_minutes: GUEST_MINUTES, max_uses: 3, guests_leave: pick([true, false]) }
    const made: Json = await life.organization.members[0]?.client.ask('POST', '/parley/guest_links', fields)
    if (made?.result !== 'success') return outcomeOf(made)
    guestLinks.push(new URL(made.guest_link.url).pathname)
  }
  const path = pick(guestLinks)
  const headers = { authorization: '', origin: client.realm_url }
  await open(client, path, { headers })
  const body = formOf({ full_name: `Guest ${life.done}` })
  return open(client, path, { method: 'POST', headers, body })
}

const CALL = { kind: 'call', url: 'https://hooks.example.net/automation' }

/** No text quotes a message: the checks know each word by the one message that has it. */
const automationsFor = (pick: Pick): Json[] => [
  {
    name: 'Door',
    trigger: { kind: 'webhook' },
    actions: [CALL, { kind: 'send', stream_id: 1, topic: 'doors', content: 'Someone came' }],
  },
  {
    name: 'Echo',
    trigger: { kind: 'message', stream_id: pick([1, 4]), words: [] },
    actions: [CALL, { kind: 'write_to_person', content: 'Seen' }],
  },
  {
    name: 'Cheers',
    trigger: { kind: 'reaction', stream_id: 1, emoji_name: 'tada' },
    actions: [{ kind: 'send', stream_id: 1, topic: 'cheers', content: 'Cheers' }],
  },
  {
    name: 'Order',
    trigger: { kind: 'form', stream_id: 1, title: 'Order', fields: ['What'] },
    actions: [CALL, { kind: 'create_topic', stream_id: 1, topic: 'Order', content: 'Somebody orders' }],
  },
]

/** A program starts an automation by its address, or a member fills in a form. */
async function start({ organization }: Life, client: Client, pick: Pick): Promise<string> {
  const { arrivals } = organization
  if (arrivals.length < 2) {
    const made = await automate(organization, client, automationsFor(pick)[pick([0, 3])])
    if (arrivals.length === 0) return made
  }
  const { isForm, path } = pick(arrivals)
  if (isForm) return outcomeOf(await client.ask('POST', path, { answers: ['Tea'] }))
  const headers = { authorization: '', 'content-type': 'application/json' }
  return open(client, path, { method: 'POST', headers, body: JSON.stringify({ text: 'Open' }) })
}

/** A member makes an automation, and tells others how they start it. */
async function automate({ arrivals }: Organization, client: Client, requested: Json): Promise<string> {
  const made: Json = await client.ask('POST', '/parley/automations', requested)
  if (made?.result !== 'success') return outcomeOf(made)
  const { id } = made.automation
  if (requested.trigger.kind === 'form') arrivals.push({ isForm: true, path: `/parley/automations/${id}/form` })
  if (requested.trigger.kind !== 'webhook') return 'success'
  const secrets: Json = await client.ask('GET', `/parley/automations/${id}/secrets`)
  if (secrets?.result === 'success') arrivals.push({ isForm: false, path: new URL(secrets.url).pathname })
  return outcomeOf(secrets)
}

const REASON = { reason: 'A lawsuit' }

/** What an owner who may search everything does, with the state of an earlier answer. */
async function discover({ organization }: Life, pick: Pick): Promise<string> {
  const owner = organization.members[0]?.client
  if (owner === undefined) return 'no owner'
  const searchers = { new: { direct_members: [owner.id], direct_subgroups: [] } }
  const step = pick(['permit', 'hold', 'hold', 'release', 'search', 'search', 'search', 'log'])
  const { holds = [] }: Json = (await owner.ask('GET', '/parley/discovery/holds')) ?? {}
  switch (step) {
    case 'permit':
      return outcomeOf(await owner.ask('PATCH', '/realm', { parley_can_search_everything_group: searchers }))
    case 'hold':
      await owner.ask('PATCH', '/realm', { parley_can_search_everything_group: searchers })
      return outcomeOf(
        await owner.ask('POST', '/parley/discovery/holds', { name: `Case ${pick([1, 2, 3])}`, ...REASON }),
      )
    case 'release':
      return outcomeOf(await owner.ask('DELETE', `/parley/discovery/holds/${holds[0]?.hold_id ?? 1}`, REASON))
    case 'search': {
      const narrow = pick([[], [['is', 'deleted']], [['is', 'edited']], [['search', 'code']]])
      const begun: Json = await owner.ask('POST', '/parley/discovery/searches', { ...REASON, narrow })
      if (begun?.result !== 'success') return outcomeOf(begun)
      return outcomeOf(await owner.ask('GET', `/parley/discovery/searches/${begun.search_id}/messages`))
    }
    default:
      return outcomeOf(await owner.ask('GET', '/parley/discovery/log'))
  }
}

export const VISITORS: Readonly<Record<string, Action>> = {
  'come as a guest': { weight: 1.5, changesAccess: true, run: (life, { client }, pick) => visit(life, client, pick) },
  'make an automation': {
    weight: 0.5,
    run: ({ organization }, { client }, pick) => automate(organization, client, pick(automationsFor(pick))),
  },
  'start an automation': { weight: 4, run: (life, { client }, pick) => start(life, client, pick) },
  'search everything': { weight: 3, run: (life, _actor, pick) => discover(life, pick) },
}
