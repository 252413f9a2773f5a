import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAt, askWithSecret, type Ask, type Fields } from '../api-client.ts'
import { askAsEach, type Name, type People } from '../releases/people.ts'
import { readConversations } from './conversations.ts'
import { reactAndVote, saveOwnThings } from './extras.ts'
import { DOMAIN, ROLES } from './roles.ts'
import { send, type Sent } from './send.ts'

/** What the server says of an account that it created. */
type Credentials = { user_id: number; api_key: string }

/** The realm refuses a password that is guessed first, so this one has words of its own. */
const passwordOf = (name: string) => `${name}-tandem-kiwi`

const account = (name: string, full_name: string, role: number) => ({
  email: `${name}@${DOMAIN}`,
  password: passwordOf(name),
  full_name,
  role,
})

/** The users of the development realm, by role. The conversations use these keys. */
export const CAST = {
  ada: account('ada', 'Ada Okafor', ROLES.owner),
  ben: account('ben', 'Ben Lindqvist', ROLES.administrator),
  cleo: account('cleo', 'Cleo Marchetti', ROLES.moderator),
  dov: account('dov', 'Dov Peretz', ROLES.member),
  ezra: account('ezra', 'Ezra Tanaka', ROLES.guest),
}
const NAMES: Name[] = ['ada', 'ben', 'cleo', 'dov', 'ezra', 'fig']
const FIG = { email: `fig-bot@${DOMAIN}`, full_name: 'Fig', bot: true }

type Channel = {
  name: string
  description: string
  is_default_stream?: boolean
  invite_only?: boolean
  people: Name[]
}

const CHANNELS: Channel[] = [
  { name: 'general', description: 'Everyone, about **anything**.', is_default_stream: true, people: [] },
  { name: 'design', description: 'What it looks like, and why.', people: ['ada', 'cleo', 'dov'] },
  { name: 'engineering', description: 'How it works. Builds report here too.', people: ['ada', 'ben', 'dov', 'fig'] },
  { name: 'help', description: 'No question is too small.', people: ['ada', 'ben', 'cleo', 'dov', 'ezra'] },
  { name: 'vault', description: 'What is not for everyone.', invite_only: true, people: ['ada', 'ben', 'cleo'] },
  { name: 'attic', description: 'The old website, kept for its history.', people: ['ada', 'ben', 'dov'] },
]

/**
 * Fills a new realm through the API: users, channels, conversations, flags. The order is always the same, so the ids are the
 * same. Returns the users with their credentials.
 */
export async function seed(url: string, { realm, secret }: { realm: string; secret: string }): Promise<People> {
  const people = await createUsers(url, realm, secret)
  const ask = askAsEach(url, people)
  const owner = askAt(url, people.ada)
  await openChannels(owner, people)
  const sent = await sendMessages(ask, people)
  await readAndStar(ask, sent)
  await reactAndVote(ask, sent)
  await saveOwnThings(ask, people, sent)
  const { streams } = await owner<{ streams: { name: string; stream_id: number }[] }>('GET /streams')
  const attic = streams.find(({ name }) => name === 'attic')
  await owner(`DELETE /streams/${attic?.stream_id}`)
  return people
}

async function createUsers(url: string, name: string, secret: string): Promise<People> {
  const { ada, ...others } = CAST
  const founded = await askWithSecret(url, secret)<Credentials>('POST /realms', {
    name,
    full_name: 'Parley',
    owner_email: ada.email,
    owner_full_name: ada.full_name,
    owner_password: ada.password,
  })
  const owner = { ...founded, ...ada }
  const ask = askAt(url, owner)
  const create = async <Person extends Fields>(person: Person) => ({
    ...(await ask<Credentials>('POST /dev_create_user', person)),
    ...person,
  })
  return {
    ada: owner,
    // The ids follow the order of the requests.
    ben: await create(others.ben),
    cleo: await create(others.cleo),
    dov: await create(others.dov),
    ezra: await create(others.ezra),
    fig: await create(FIG),
  }
}

// A default channel subscribes later users only, so the request names all users.
async function openChannels(ada: Ask, people: People) {
  const everyone = NAMES
  for (const { name, description, people: named, ...options } of CHANNELS)
    await ada('POST /users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: (named.length > 0 ? named : everyone).map((who) => people[who].user_id),
      ...options,
    })
}

async function sendMessages(ask: Record<Name, Ask>, people: People) {
  const text = readFileSync(join(import.meta.dirname, 'conversations.txt'), 'utf8')
  const sent: Sent[] = []
  for (const message of readConversations(text, NAMES)) {
    const id = await send(ask[message.who], message, (name) => people[name].user_id)
    sent.push({ ...message, id })
  }
  return sent
}

/** Ada has read nearly all messages, Ben half, Dov all of #general, and the others only their own messages. */
async function readAndStar(ask: Record<Name, Ask>, sent: readonly Sent[]) {
  const idsOf = (messages: readonly Sent[]) => messages.map(({ id }) => id)
  const flag = (who: Name, messages: readonly Sent[], name: string) =>
    ask[who]('POST /messages/flags', { op: 'add', flag: name, messages: idsOf(messages) })
  await flag('ada', sent.slice(0, -25), 'read')
  await flag('ben', sent.slice(0, sent.length / 2), 'read')
  await flag(
    'dov',
    sent.filter(({ channel }) => channel === 'general'),
    'read',
  )
  for (const who of NAMES) {
    const starred = sent.filter(({ starred_by }) => starred_by.includes(who))
    if (starred.length > 0) await flag(who, starred, 'starred')
  }
}
