import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAt, sendFile, type Ask } from '../api-client.ts'
import type { Account, People } from '../releases/people.ts'
import { readConversations, type SeedMessage } from './conversations.ts'
import { DOMAIN, ROLES } from './roles.ts'
import { inBatches, present, reactionsTo, send, type Sent } from './send.ts'

/** The colleagues of the people who have passwords. They write, and no one logs in as one of them. */
const COLLEAGUES = {
  gwen: 'Gwen Achterberg',
  hana: 'Hana Kobayashi',
  ines: 'Inês Carvalho',
  jamal: 'Jamal Haddad',
  kofi: 'Kofi Mensah',
  lena: 'Lena Vogt',
  mei: 'Mei Lin 林美',
  nikhil: 'Nikhil Rao',
  olga: 'Olga Smirnova',
  pavel: 'Pavel Novák',
  quinn: 'Quinn Murphy',
  rosa: 'Rosa Delgado',
  sami: 'Sami Virtanen',
  tariq: 'Tariq Aziz',
  uma: 'Uma Krishnan',
  viktor: 'Viktor Horváth',
  wanjiru: 'Wanjiru Kamau',
  ximena: 'Ximena Torres',
  yusuf: 'Yusuf Demir',
  zoe: 'Zoé Laurent',
}

/** The channels of each folder. The conversations of company.txt are in them. */
const FOLDERS: Record<string, string> = {
  Product:
    'announcements, roadmap, research, accessibility, mobile, desktop, web client, search, notifications, onboarding, pricing, feedback',
  Engineering:
    'releases, backend, infrastructure, incidents, on-call, security, performance, databases, testing, api, code review, tools',
  Office: 'people, hiring, finance, legal, it support, facilities, travel, events, learning, wellbeing',
  Places: 'berlin, haifa, nairobi, tokyo, são paulo, new york, bengaluru, istanbul',
  Customers: 'support, sales, customers, partners, community, docs, marketing',
  Leisure: 'random, books, music, food, pets, games, photos, bikes, running',
}
/** Ada has read all others. */
const UNREAD_CHANNELS = new Set(['announcements', 'on-call', 'photos', 'random', 'roadmap', 'search', 'support'])

const KILOMETRES = 'kilometres of the month'
const RUNNERS = ['kofi', 'lena', 'tariq', 'uma', 'sami', 'wanjiru', 'pavel', 'zoe']
const MORNINGS = 20

/** Fills the realm with an organization of a size that people know: 25 people, and 57 more channels in six folders. */
export async function seedCompany(url: string, cast: People): Promise<void> {
  const accounts = new Map<string, Account>([...Object.entries(cast), ...(await createColleagues(url, cast.ada))])
  const accountOf = (name: string) => present(accounts.get(name))
  const asks = new Map([...accounts].map(([name, account]) => [name, askAt(url, account)]))
  const askAs = (name: string) => present(asks.get(name))
  await openFolders(askAs('ada'), accounts)
  const text = readFileSync(join(import.meta.dirname, 'company.txt'), 'utf8')
  const messages = [...readConversations(text, [...accounts.keys()]), ...longTopic()]
  const sent: Sent<string>[] = []
  const conversations = Map.groupBy(messages, ({ channel, topic, to }) => `${channel}>${topic}>${to?.join()}`)
  await inBatches(
    [...conversations.values()].map((conversation) => async () => {
      for (const message of conversation) sent.push({ ...message, id: await sendWithPictures(message) })
    }),
  )
  await inBatches(reactionsTo(sent, askAs))
  const read = sent.filter(({ channel }) => channel !== undefined && !UNREAD_CHANNELS.has(channel))
  await askAs('ada')('POST /messages/flags', { op: 'add', flag: 'read', messages: read.map(({ id }) => id) })

  async function sendWithPictures(message: SeedMessage<string>): Promise<number> {
    let { content } = message
    // A message contains a file only if its author can read it: each author has an own copy.
    for (const [reference, name = ''] of content.matchAll(/\(picture:(\w+)\)/g))
      content = content.replace(reference, `(${await uploadPicture(url, accountOf(message.who), name)})`)
    return send(askAs(message.who), { ...message, content }, (name) => accountOf(name).user_id)
  }
}

async function createColleagues(url: string, ada: Account): Promise<[string, Account][]> {
  const ask = askAt(url, ada)
  const colleagues: [string, Account][] = []
  for (const [name, full_name] of Object.entries(COLLEAGUES)) {
    const email = `${name}@${DOMAIN}`
    const role = name === 'lena' ? ROLES.administrator : ROLES.member
    colleagues.push([name, { ...(await ask<Account>('POST /dev_create_user', { email, full_name, role })), email }])
  }
  return colleagues
}

/** Everyone is in the channels of the product, and in two of three others. Ada is in all. */
async function openFolders(ada: Ask, accounts: Map<string, Account>) {
  const people = [...accounts].filter(([name]) => name !== 'ezra' && name !== 'fig')
  for (const [folder, channels] of Object.entries(FOLDERS)) {
    const description = `Channels about ${folder.toLowerCase()}.`
    const { channel_folder_id } = await ada<{ channel_folder_id: number }>('POST /channel_folders/create', {
      name: folder,
      description,
    })
    for (const [index, name] of channels.split(', ').entries()) {
      const members = people.filter((_, at) => folder === 'Product' || at === 0 || (at + index) % 3 !== 0)
      await ada('POST /users/me/subscriptions', {
        subscriptions: [{ name, description: '' }],
        principals: members.map(([, { user_id }]) => user_id),
        folder_id: channel_folder_id,
        send_new_subscription_messages: false,
      })
    }
  }
}

async function uploadPicture(url: string, as: Account, name: string): Promise<string> {
  const bytes = readFileSync(join(import.meta.dirname, 'pictures', `${name}.jpg`))
  const file = new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })
  return (await sendFile(url, as, '/user_uploads', file)).url
}

/** A topic of 160 messages: eight people note how far they ran. */
function longTopic(): SeedMessage<string>[] {
  return Array.from({ length: MORNINGS * RUNNERS.length }, (_, index) => {
    const who = RUNNERS[(index * 3) % RUNNERS.length] ?? 'kofi'
    const tenths = 32 + ((index * 37) % 90)
    const words = ['', ' before breakfast', ' in the rain', ' with the dog', ' along the river'][index % 5]
    return {
      channel: 'running',
      topic: KILOMETRES,
      who,
      starred_by: [],
      reactions: index % 11 === 0 ? [{ emoji_name: 'runner', by: ['rosa'] }] : [],
      content: `${(tenths / 10).toFixed(1)} km${words}`,
    }
  })
}
