import { Client, outcomeOf } from './client.ts'
import type { Action, Life } from './life.ts'
import { insistAsOperator } from './operator.ts'
import type { Organization } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// Another organization on the same databases and the same bucket. Its messages have the same ids, so a statement or a key that forgets the
// realm shows them to the wrong one.

const NAME = 'nearby'
const PASSWORD = 'correct horse battery'
const WORD = /nearby\d+x/

/** The owner of the other organization, and what was written there, by id. */
type Neighbor = { client: Client; texts: Map<number, string> }

const NEIGHBORS = new WeakMap<Organization, Promise<Neighbor>>()

function neighborOf(organization: Organization): Promise<Neighbor> {
  const found = NEIGHBORS.get(organization) ?? foundNeighbor(organization)
  NEIGHBORS.set(organization, found)
  return found
}

async function foundNeighbor({ world, members, realm_name }: Organization): Promise<Neighbor> {
  const [operator] = members
  if (operator === undefined) throw new Error('The organization has no owner')
  const email = `grace@${NAME}.test`
  const owner = { owner_email: email, owner_full_name: 'Grace', owner_password: PASSWORD }
  await insistAsOperator(operator.client, 'POST', '/realms', { name: NAME, ...owner })
  const { place } = operator.client.account
  const account = { user_id: 0, email, full_name: `Grace beside ${realm_name}`, api_key: '', password: PASSWORD, place }
  const client = new Client(world, `http://${NAME}.parley.test`, account)
  const login = await client.logIn()
  account.user_id = login.user_id
  return { client, texts: new Map() }
}

async function write(life: Life): Promise<string> {
  const { client, texts } = await neighborOf(life.organization)
  const content = `nearby${life.done}x`
  const fields = { type: 'direct', to: [client.id], content, parley_client_id: life.clientId(life.done) }
  const answer = await client.insist('POST', '/messages', fields)
  if (answer.result === 'success') texts.set(answer.id, content)
  return outcomeOf(answer)
}

/** The neighbor reads what was written there, and nothing else. A search finds each word once. */
async function read({ organization }: Life, pick: Pick): Promise<string> {
  const { client, texts } = await neighborOf(organization)
  const word = pick(['', ...[...texts.values()].slice(-5)])
  const narrow = word === '' ? [] : [['search', word]]
  const fields = { anchor: 'newest', num_before: 60, num_after: 0, apply_markdown: false, narrow }
  const answer: Json = await client.ask('GET', '/messages', fields)
  for (const { id, content } of answer?.messages ?? []) {
    const expected = texts.get(id)
    if (expected === undefined ? WORD.test(content) || /secret\d+x/.test(content) : content !== expected)
      organization.fail(`Message ${id} of the other organization is read as ${content}`)
  }
  return outcomeOf(answer)
}

export const NEIGHBORS_ACTIONS: Readonly<Record<string, Action>> = {
  'write next door': { weight: 0.3, run: (life) => write(life) },
  'read next door': { weight: 0.3, run: (life, _actor, pick) => read(life, pick) },
}
