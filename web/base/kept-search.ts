import type { Client } from '../client/client'
import type { KeptMatches } from '../replica/search/kept-search'
import type { SearchState } from '../replica/search/search-plan'
import type { Term } from '../routes/terms'
import type { AskKept } from './ask-kept'

/** Which page of a search, as the parameters of the server name it. */
type SearchPart = { before?: number; sent_from?: number; sent_before?: number; most: number }

type KeptSearching = {
  /** Returns what is found in this browser. Undefined: only the server knows, or it knows more while it can be reached. */
  find: (terms: readonly Term[], part: SearchPart, isUnreachable: boolean) => Promise<KeptMatches | undefined>
  /** Returns words that are kept, and that this one may be a mistake for. */
  corrections: (word: string) => Promise<string[]>
}

const searches = new WeakMap<Client, KeptSearching>()

/** Returns what searches the messages that this browser keeps, once it keeps some. */
export const keptSearchOf = (client: Client): KeptSearching | undefined => searches.get(client)

/** `isUsable` returns whether the replica may answer. */
export function keepSearches(
  client: Client,
  ask: AskKept,
  isUsable: (isUnreachable: boolean) => Promise<boolean>,
): void {
  searches.set(client, {
    find: async (terms, part, isUnreachable) => {
      if (!(await isUsable(isUnreachable))) return undefined
      return (await ask({ find: { ...part, terms, state: stateFor(client, terms) } })).found
    },
    corrections: async (word) => (await ask({ corrections: word })).corrections ?? [],
  })
}

/** Returns what a search needs to know of the user. Long lists are left out if no term names them. */
function stateFor({ store }: Client, terms: readonly Term[]): SearchState {
  const { user_id, subscriptions, starred_messages, unread_msgs } = store.state
  return {
    user_id,
    subscribed: [...subscriptions].map(({ stream_id }) => stream_id),
    starred: [...starred_messages.sorted],
    unread: terms.some(({ operand }) => operand === 'unread')
      ? [...unread_msgs.conversations].flatMap(({ ids }) => [...ids.sorted])
      : [],
  }
}
