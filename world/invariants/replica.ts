import { isDeepStrictEqual } from 'node:util'
import type { Browser } from '../life/browser.ts'
import type { Organization } from '../life/organization.ts'
import type { Json } from '../shared-parts.ts'

const SETTLES = 40
const RETRY_MILLISECONDS = 31_000
const ATTEMPTS = 5
const IDS_PER_REQUEST = 500
const SEARCHES = 6

/**
 * What a browser keeps is what the server lets its user keep: the same messages, in the same places, with the same fields; and it finds
 * what the server finds. Returns how many messages were compared.
 */
export async function checkReplica(organization: Organization, browser: Browser): Promise<number> {
  let difference: string | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await settle(organization, browser)
    const found = await compare(organization, browser)
    if (typeof found === 'number') return found
    difference = found
  }
  organization.fail(`The browser of ${browser.client.account.full_name} ${difference ?? ''}`)
  return 0
}

/** Lets the browser receive what waits, and compare itself, until it is sure. */
async function settle({ shared, world }: Organization, browser: Browser): Promise<void> {
  for (let nth = 0; nth < SETTLES; nth++) {
    await browser.settle()
    const { core } = await shared.Replica.open(browser.storage, 'session')
    if (core.isVerified && core.from === 0) return
    await world.scheduler.wait(RETRY_MILLISECONDS)
  }
}

async function compare(organization: Organization, browser: Browser): Promise<number | string> {
  const { shared } = organization
  const { client, storage } = browser
  const replica = await shared.Replica.open(storage, 'session')
  const { core, lastId } = replica
  const compared = await client.insist('POST', '/parley/replica/digests', { from: 0 })
  // Its account has ended, or the organization lets browsers keep nothing.
  if (compared.result !== 'success') return 0
  if (!core.isVerified || core.from > 0) return `is not sure of what it keeps: ${JSON.stringify(core)}`
  const own = replica.digests(Math.max(lastId, 0))
  const digests: number[] = compared.digests
  if (
    own.some((digest, nth) => digest !== (digests[nth] ?? 0)) ||
    digests.some((digest, nth) => digest !== (own[nth] ?? 0))
  )
    return 'does not keep what the server lists'
  const ids = digests.flatMap((_, block) => replica.idsIn(block))
  const rows = new Map((await shared.readIds(storage, ids)).map((row) => [row.kept.id, shared.foundMessage(row, [])]))
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const fields = {
      message_ids: ids.slice(at, at + IDS_PER_REQUEST),
      client_gravatar: false,
      allow_empty_topic_name: true,
    }
    const { messages = [] } = await client.insist('GET', '/messages', fields)
    if (messages.length !== fields.message_ids.length) return 'keeps messages that its user cannot read'
    for (const message of messages) {
      const [kept, sent] = [rows.get(message.id), message].map((row) => plain(row && shared.comparableRow(row)))
      if (!isDeepStrictEqual(kept, sent)) return `keeps ${JSON.stringify(kept)} instead of ${JSON.stringify(sent)}`
    }
  }
  return (await compareSearches(organization, browser, ids.length)) ?? ids.length
}

async function compareSearches({ shared }: Organization, { client, storage }: Browser, drawn: number) {
  const state = await stateOf(client)
  const search = new shared.KeptSearch(storage)
  const places = [[], ...state.subscribed.map((operand) => [{ operator: 'channel', operand }])]
  for (let nth = drawn; nth < drawn + SEARCHES; nth++) {
    const of = (number: number) => shared.TERMS[number % shared.TERMS.length] ?? []
    const terms = [...(places[nth % places.length] ?? []), ...of(nth), ...of(nth >> 1)]
    const found = await search.find({ terms, state, most: 1000 })
    const fields = { narrow: terms, allow_empty_topic_name: true }
    const answer = await client.insist('GET', '/parley/search', fields)
    if (found === undefined || !found.isExact || answer.result !== 'success') continue
    const [own, sent] = [found, answer].map((each) => plain(shared.matchesIn(each)))
    if (!isDeepStrictEqual(own, sent))
      return `finds ${JSON.stringify(own)} with ${JSON.stringify(terms)}, and the server ${JSON.stringify(sent)}`
  }
  return undefined
}

/** Without the fields that have no value. */
const plain = (value: Json): Json => JSON.parse(JSON.stringify(value ?? null))

async function stateOf(client: Browser['client']) {
  const having = async (operand: string): Promise<number[]> => {
    const fields = { anchor: 'newest', num_before: 5000, num_after: 0, narrow: [{ operator: 'is', operand }] }
    const { messages = [] } = await client.insist('GET', '/messages', fields)
    return messages.map((message: Json) => message.id)
  }
  const { subscriptions = [] } = await client.insist('GET', '/users/me/subscriptions', {})
  const subscribed: number[] = subscriptions.map((channel: Json) => channel.stream_id)
  return { user_id: client.id, subscribed, starred: await having('starred'), unread: await having('unread') }
}
