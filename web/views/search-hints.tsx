import { createSignal, For, onMount } from 'solid-js'
import { keptSearchOf } from '../base/kept-search'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { textOfHtml } from '../parts/html-text'
import type { Term } from '../routes/terms'
import { correctionsOf, withoutEach, wordsOf } from '../store/search-hints'
import { searchWords as words } from '../words/en-search'
import { countText, type Found } from './found'
import { textOfTerm } from './search-field'

type Props = { terms: Term[]; found: Found; change: (terms: Term[]) => void }
type Hint = { text: string; terms: Term[] }

const MAX_WORDS = 20_000
const MAX_CHARACTERS = 1000

/** What a search without results can become: with fewer terms, or with another word. Each finds some messages. */
export function SearchHints(props: Props) {
  const client = useClient()
  const [hints, setHints] = createSignal<Hint[]>([])
  onMount(() => void findHints(client, props).then(setHints))
  return (
    <div class="empty none">
      <Icon name="search" />
      <p>{props.terms.length > 1 ? words.noneHasAll : words.nothing}</p>
      <For each={hints()}>
        {({ text, terms }) => (
          <p>
            <button class="act" dir="auto" onClick={() => props.change(terms)}>
              {text}
            </button>
          </p>
        )}
      </For>
    </div>
  )
}

/** Returns what finds messages, with their number. */
async function findHints(client: Client, { terms, found }: Props): Promise<Hint[]> {
  const candidates = [...(await corrected(client, terms)), ...withoutOne(client, terms)]
  const hints = await Promise.all(
    candidates.map(async ({ terms: other, textFor }) => {
      const counts = await found.countOf(other).catch(() => undefined)
      return counts === undefined || counts.count === 0 ? [] : [{ text: textFor(countText(counts)), terms: other }]
    }),
  )
  return hints.flat()
}

type Candidate = { terms: Term[]; textFor: (count: string) => string }

const withoutOne = (client: Client, terms: Term[]): Candidate[] =>
  withoutEach(terms).map(({ dropped, terms: left }) => ({
    terms: left,
    textFor: (count) => words.without(nameOf(client, dropped), count),
  }))

/** The words of a search alone: the text around them has quotation marks. */
const nameOf = (client: Client, term: Term) =>
  term.operator === 'search' && !term.negated ? String(term.operand) : textOfTerm(client, term)

/** The search with another word in place of one that may be a mistake. */
async function corrected(client: Client, terms: Term[]): Promise<Candidate[]> {
  const searched = terms.findIndex(({ operator, negated }) => operator === 'search' && !negated)
  const term = terms[searched]
  if (term === undefined || typeof term.operand !== 'string') return []
  const written = term.operand
  const existing = ownWords(client)
  const unknown = written.split(/\s+/).filter((word) => !existing.has(word.toLowerCase()))
  const texts = await Promise.all(
    unknown.map(async (word) => {
      const others = [...correctionsOf(word, existing), ...((await keptSearchOf(client)?.corrections(word)) ?? [])]
      return [...new Set(others)].map((other) => written.replace(word, () => other))
    }),
  )
  return texts
    .flat()
    .slice(0, MAX_CORRECTED)
    .map((text) => ({
      terms: terms.map((other, at) => (at === searched ? { ...other, operand: text } : other)),
      textFor: (count) => words.didYouMean(text, count),
    }))
}

const MAX_CORRECTED = 3

/** The words of the names and the messages that this client has. */
function ownWords({ store }: Client): Set<string> {
  const { subscriptions, realm_users, unread_msgs } = store.state
  function* texts() {
    for (const { name } of subscriptions) yield name
    for (const { topic } of unread_msgs.streams) yield topic
    for (const { content, subject } of store.messages.values())
      yield `${subject} ${textOfHtml(content, MAX_CHARACTERS)}`
    for (const { full_name } of realm_users) yield full_name
  }
  return wordsOf(texts(), MAX_WORDS)
}
