import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAt, askWithSecret } from './api-client.ts'
import { readConversations } from './seed-conversations.ts'
import { reactAndVote, saveOwnThings } from './seed-extras.ts'

const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
const DOMAIN = 'parley.example'

/** The realm refuses a password that is guessed first, so this one has words of its own. */
const passwordOf = (name) => `${name}-tandem-kiwi`

const account = (name, full_name, role) => ({
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
const FIG = { email: `fig-bot@${DOMAIN}`, full_name: 'Fig', bot: true }

const CHANNELS = [
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
 *
 * @returns {Promise<import('./releases/fill.ts').People>}
 */
export async function seed(url, { realm, secret }) {
  const people = await createUsers(url, realm, secret)
  const ask = Object.fromEntries(Object.entries(people).map(([name, person]) => [name, askAt(url, person)]))
  const owner = askAt(url, people.ada)
  await openChannels(owner, people)
  const sent = await sendMessages(ask, people)
  await readAndStar(ask, sent)
  await reactAndVote(ask, sent)
  await saveOwnThings(ask, people, sent)
  const { streams } = await owner('GET /streams')
  const attic = streams.find(({ name }) => name === 'attic')
  await owner(`DELETE /streams/${attic.stream_id}`)
  return people
}

/** @returns {Promise<import('./releases/fill.ts').People>} */
async function createUsers(url, name, secret) {
  const { ada, ...others } = CAST
  const founded = await askWithSecret(url, secret)('POST /realms', {
    name,
    full_name: 'Parley',
    owner_email: ada.email,
    owner_full_name: ada.full_name,
    owner_password: ada.password,
  })
  /** @type {any} */
  const people = { ada: { ...founded, ...ada } }
  const ask = askAt(url, people.ada)
  for (const [who, account] of Object.entries({ ...others, fig: FIG }))
    people[who] = { ...(await ask('POST /dev_create_user', account)), ...account }
  return people
}

// A default channel subscribes later users only, so the request names all users.
async function openChannels(ada, people) {
  const everyone = Object.keys(people)
  for (const { name, description, people: named, ...options } of CHANNELS)
    await ada('POST /users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: (named.length > 0 ? named : everyone).map((who) => people[who].user_id),
      ...options,
    })
}

async function sendMessages(ask, people) {
  const text = readFileSync(join(import.meta.dirname, 'seed-conversations.txt'), 'utf8')
  const sent = []
  for (const message of readConversations(text)) {
    const { channel, topic, to, who, content } = message
    const place = to
      ? { type: 'direct', to: to.map((name) => people[name].user_id) }
      : { type: 'channel', to: channel, topic }
    // The client name of a human's client: the server marks the message as read for its sender.
    const client = who === 'fig' ? 'fig' : 'website'
    const { id } = await ask[who]('POST /messages', { ...place, content, client })
    sent.push({ ...message, id })
  }
  return sent
}

/** Ada has read nearly all messages, Ben half, Dov all of #general, and the others only their own messages. */
async function readAndStar(ask, sent) {
  const idsOf = (messages) => messages.map(({ id }) => id)
  const flag = (who, messages, name) =>
    ask[who]('POST /messages/flags', { op: 'add', flag: name, messages: idsOf(messages) })
  await flag('ada', sent.slice(0, -25), 'read')
  await flag('ben', sent.slice(0, sent.length / 2), 'read')
  await flag(
    'dov',
    sent.filter(({ channel }) => channel === 'general'),
    'read',
  )
  for (const who of Object.keys(CAST)) {
    const starred = sent.filter(({ starred_by }) => starred_by.includes(who))
    if (starred.length > 0) await flag(who, starred, 'starred')
  }
}
