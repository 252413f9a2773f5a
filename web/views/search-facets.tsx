import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { Term } from '../routes/terms'
import { CONTENTS, type SearchCounts } from '../store/search-counts'
import { RECENT_DATES } from '../store/search-dates'
import { words as general } from '../words/en'
import { searchWords as words } from '../words/en-search'
import { countText, type Found } from './found'
import { textOfTerm } from './search-field'

type Choice = { term: Term; text: string; count: number }
type Props = { terms: Term[]; found: Found; change: (terms: Term[]) => void }

const MAX_CHOICES = 20
const TEXTS = {
  link: () => words.hasLink,
  image: () => words.hasImage,
  attachment: () => words.hasAttachment,
  reaction: () => words.hasReaction,
}
/** Operators whose terms are buttons here, which remove them. */
const OF_FACETS = new Set(['sender', 'channel', 'date', 'has', 'is'])

/** How many messages a search found, by person, channel, time and content. Each narrows the search by one more term. */
export function SearchFacets(props: Props) {
  const client = useClient()
  const has = (operator: string) => props.terms.some((term) => term.operator === operator && !term.negated)
  const add = (term: Term) => props.change([...props.terms, term])
  const chosen = () => props.terms.filter(({ operator, negated }) => OF_FACETS.has(operator) && !negated)
  const isOfChannel = () => has('channel') || has('dm') || has('topic')
  return (
    <Show when={props.found.counts()}>
      {(counts) => (
        <Show when={!props.found.isEmpty()}>
          <div class="facets">
            <div class="narrowing" role="group" aria-label={words.facets}>
              <For each={chosen()}>
                {(term) => (
                  <button
                    class="chip"
                    aria-pressed="true"
                    aria-label={words.remove(textOfTerm(client, term))}
                    onClick={() => props.change(props.terms.filter((other) => other !== term))}
                  >
                    <span dir="auto">{textOfTerm(client, term)}</span> ×
                  </button>
                )}
              </For>
              <Show when={!has('sender')}>
                <Facet text={words.anyone} choices={people(client, counts())} choose={add} />
              </Show>
              <Show when={!isOfChannel()}>
                <Facet text={words.anywhere} choices={channels(client, counts())} choose={add} />
              </Show>
              <Show when={!has('date')}>
                <Facet text={words.anyTime} choices={times(counts())} choose={add} />
              </Show>
              <For each={contents(counts()).filter(({ term }) => !props.terms.some((other) => isSame(other, term)))}>
                {({ term, text, count }) => (
                  <button class="chip" onClick={() => add(term)}>
                    {text} <span class="count">{count}</span>
                  </button>
                )}
              </For>
            </div>
            <div class="sum">
              <span role="status">{words.found(countText(counts()), counts().numConversations)}</span>
              <Show when={props.terms.some(({ operator }) => operator === 'search')}>
                <Order found={props.found} />
              </Show>
            </div>
          </div>
        </Show>
      )}
    </Show>
  )
}

const isSame = (a: Term, b: Term) => a.operator === b.operator && a.operand === b.operand

function Order(props: { found: Found }) {
  return (
    <select
      class="chip"
      aria-label={words.order}
      value={props.found.order()}
      onChange={({ currentTarget }) =>
        props.found.changeOrder(currentTarget.value === 'relevance' ? 'relevance' : 'newest')
      }
    >
      <option value="newest">{words.newestFirst}</option>
      <option value="relevance">{words.bestFirst}</option>
    </select>
  )
}

/** The values of one kind, the most frequent first. With fewer than two of them a choice says nothing. */
function Facet(props: { text: string; choices: Choice[]; choose: (term: Term) => void }) {
  const choose = (element: HTMLSelectElement) => {
    const choice = props.choices[Number(element.value)]
    element.value = ''
    if (choice) props.choose(choice.term)
  }
  return (
    <Show when={props.choices.length > 0}>
      <select class="chip" aria-label={props.text} onChange={({ currentTarget }) => choose(currentTarget)}>
        <option value="">{props.text}</option>
        <For each={props.choices}>
          {({ text, count }, at) => <option value={at()}>{`${text} (${count.toLocaleString()})`}</option>}
        </For>
      </select>
    </Show>
  )
}

const people = ({ names }: Client, { senders }: SearchCounts): Choice[] =>
  senders.slice(0, MAX_CHOICES).map(({ value, count }) => ({
    term: { operator: 'sender', operand: value },
    text: names.user(value),
    count,
  }))

const channels = ({ names }: Client, counts: SearchCounts): Choice[] =>
  counts.channels
    .slice(0, MAX_CHOICES)
    .map(({ value, count }) =>
      value === undefined
        ? { term: { operator: 'is', operand: 'dm' }, text: general.directMessages, count }
        : { term: { operator: 'channel', operand: value }, text: `# ${names.channel(value)}`, count },
    )

const times = (counts: SearchCounts): Choice[] =>
  RECENT_DATES.flatMap((date, at) => {
    const count = counts.times[at] ?? 0
    return count === 0 ? [] : [{ term: { operator: 'date', operand: date }, text: words.dates[date] ?? date, count }]
  })

const contents = ({ contents: has, mentions }: SearchCounts): Choice[] =>
  [
    ...CONTENTS.map((name) => ({ term: { operator: 'has', operand: name }, text: TEXTS[name](), count: has[name] })),
    { term: { operator: 'is', operand: 'mentioned' }, text: words.namesMe, count: mentions },
  ].filter(({ count }) => count > 0)
