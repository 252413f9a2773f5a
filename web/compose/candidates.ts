import type { Client } from '../client/client'
import { channelsInOrder } from '../store/conversations'
import { foldedName, bestMatches } from '../store/best-matches'
import { knownEmoji, loadEmoji, searchable } from '../parts/emoji-data'
import { fullTime } from '../parts/time'
import { laterWords } from '../words/en-later'
import { commandWords } from '../words/en-commands'
import { organizationCommands } from './commands'
import { LANGUAGES } from './languages'
import type { Query } from './query'
import { readTime, timeMarkdown, usualTimes } from '../parts/times'
import { topicsOf } from './topics'

export { queryAt } from './query'
export { loadTimes } from './topics'

/** One line of the list. `insert` replaces the text of the query. */
export type Candidate = {
  insert: string
  label: string
  detail?: string
  glyph?: string
  url?: string
  user_id?: number
  /** For a channel: what to insert if the user continues with a topic. */
  beginTopic?: string
  /** For a topic: its newest message. */
  max_id?: number
}

const MOST = 8

/** Fetches what a query of this kind needs. Everything else is in memory. */
export const prepare = async (client: Client, kind: Query['kind']): Promise<unknown> =>
  kind === 'emoji' ? loadEmoji(client) : undefined

/** Returns what completes the query, best first. Users who wrote in this conversation come before the others. */
export function candidatesFor(client: Client, query: Query, near: number[]): Candidate[] {
  switch (query.kind) {
    case 'person':
      return [...people(client, query, near), ...groups(client, query)].slice(0, MOST)
    case 'channel':
      return bestMatches<{ name: string; description: string }>(channels(client), query.text, byName).map(
        ({ name, description }) => {
          const insert = `#**${name}**`
          return { insert, label: `# ${name}`, detail: description.split('\n')[0], beginTopic: `#**${name}>` }
        },
      )
    case 'topic':
      return bestMatches(topicsNamed(client, query.channel ?? ''), query.text, byName).map(({ name, max_id }) => {
        return { insert: `#**${query.channel}>${name}**`, label: name, detail: `# ${query.channel}`, max_id }
      })
    case 'emoji':
      return emoji(client, query.text)
    case 'language':
      return bestMatches(LANGUAGES, query.text, { nameOf: ([name]) => name, most: MOST }).map(([name, detail]) => {
        return { insert: name, label: name, detail }
      })
    case 'command':
      return bestMatches(commands(client), query.text, { nameOf: ({ name }) => name, most: MOST }).map(
        ({ name, detail }) => {
          return { insert: `/${name}`, label: `/${name}`, detail }
        },
      )
    case 'time':
      return times(query.text)
  }
}

const byName = { nameOf: ({ name }: { name: string }) => foldedName(name), most: MOST }

type User = { user_id: number; full_name: string; email: string; is_bot: boolean }

function people({ store, userOf }: Client, { text, isSilent }: Query, near: number[]): Candidate[] {
  const first = near.map(userOf).filter((user) => user !== undefined)
  const others = [...store.state.realm_users, ...store.state.cross_realm_bots]
  const found = bestMatches<User>([...first, ...others], text, {
    nameOf: ({ full_name }) => foldedName(full_name),
    most: MOST + first.length,
  })
  return [...new Map(found.map((user) => [user.user_id, user])).values()].map((user) => {
    const isAmbiguous = others.some((other: User) => other !== user && other.full_name === user.full_name)
    const name = isAmbiguous ? `${user.full_name}|${user.user_id}` : user.full_name
    const detail = user.is_bot ? laterWords.bot : isAmbiguous ? user.email : ''
    return { insert: `@${isSilent ? '_' : ''}**${name}**`, label: user.full_name, detail, user_id: user.user_id }
  })
}

type Group = { name: string; description: string; is_system_group: boolean; deactivated?: boolean }

function groups({ store }: Client, { text, isSilent }: Query): Candidate[] {
  const named = store.state.realm_user_groups.filter((group: Group) => !group.is_system_group && !group.deactivated)
  const found = bestMatches<Group>(named, text, byName).map(({ name, description }): Candidate => {
    return {
      insert: `@${isSilent ? '_' : ''}*${name}*`,
      label: name,
      detail: description || laterWords.group,
      glyph: '@',
    }
  })
  const wildcards = Object.entries(laterWords.wildcards).map(([name, detail]) => ({ name, detail }))
  const everyone = bestMatches(text === '' ? [] : wildcards, text, byName).map(({ name, detail }): Candidate => {
    return { insert: `@${isSilent ? '_' : ''}**${name}**`, label: name, detail, glyph: '@' }
  })
  return [...found, ...everyone]
}

type Channel = { name: string; description: string; is_archived: boolean }

const channels = ({ store }: Client): Channel[] => [
  ...channelsInOrder(store.state),
  ...store.state.streams.filter(
    ({ stream_id, is_archived }: { stream_id: number; is_archived: boolean }) =>
      !is_archived && !store.state.subscriptions.some((other: { stream_id: number }) => other.stream_id === stream_id),
  ),
]

/** The commands of the organization come first. */
const commands = (client: Client) => [
  ...organizationCommands(client).map(({ name, usage_hint, description }) => {
    return { name, detail: [usage_hint, description].filter((part) => part !== '').join(' · ') }
  }),
  ...Object.entries(commandWords.commands).map(([name, detail]) => ({ name, detail })),
]

function emoji(client: Client, text: string): Candidate[] {
  const query = searchable(text)
  const named = knownEmoji(client).flatMap((entry) =>
    entry.searched.map((searched, at) => ({ searched, name: entry.names[at], entry })),
  )
  // Short names first: `:ta` means `tada` before `taxi_driver_hat`.
  const found = bestMatches(named, query, { nameOf: ({ searched }) => searched, most: 4 * MOST })
  const begins = ({ searched }: { searched: string }) => (searched.startsWith(query) ? searched.length : 1000)
  const sorted = found.toSorted((a, b) => begins(a) - begins(b))
  return [...new Map(sorted.map((match) => [match.entry, match])).values()].slice(0, MOST).map(({ name, entry }) => {
    const { emoji_name, called, glyph, url } = entry
    const insert = `:${emoji_name}:`
    const written = name === undefined ? insert : `:${name}:`
    // What is inserted is the same in all languages.
    return called === undefined
      ? { insert, label: written, glyph, url }
      : { insert, label: called[0] ?? written, detail: written, glyph, url }
  })
}

function times(text: string): Candidate[] {
  const now = new Date()
  const typed = readTime(text, now)
  const moments = typed ? [{ name: laterWords.thisTime, date: typed }] : usualTimes(now, laterWords.moments)
  const folded = text.trim().toLowerCase()
  return moments
    .filter(({ name }) => typed !== undefined || name.toLowerCase().includes(folded))
    .map(({ name, date }) => ({ insert: timeMarkdown(date), label: name, detail: fullTime(date.getTime() / 1000) }))
}

function topicsNamed(client: Client, name: string) {
  const { subscriptions, streams } = client.store.state
  const isIt = (channel: { name: string }) => channel.name === name
  const stream_id = subscriptions.find(isIt)?.stream_id ?? streams.find(isIt)?.stream_id
  return stream_id === undefined ? [] : topicsOf(client, stream_id)
}
