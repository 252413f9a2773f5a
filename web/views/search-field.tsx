import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { stepIn } from '../keys/step-in'
import { remember, remembered } from '../base/remembered'
import { takeSearchPlace } from '../base/search-in'
import { ComboField, Options, OptionText } from '../parts/combo'
import { narrowOf, parseRoute } from '../routes/route'
import { ALIASES, type Term } from '../routes/terms'
import { savedViews } from '../store/saved-views'
import { suggest, type Suggestion } from '../store/search-suggestions'
import { searchWords as words } from '../words/en-search'

type Props = { terms: Term[]; isActive: boolean; setField: (input: HTMLInputElement) => void }
type Option = { text: string; hint: string; choose: () => void }

type Search = ReturnType<typeof createSearch>

const RECENT = 'recent-searches'
const MAX_RECENT = 5

/** The terms of a search, the text of the next one, and what it can become. */
function createSearch(client: Client, begin: Term[]) {
  const { go, hrefOf, store } = client
  let input!: HTMLInputElement
  const [terms, setTerms] = createSignal(begin)
  const takePlace = () => setTerms(beginOf(client, begin))
  takePlace()
  const [text, setText] = createSignal('')
  const [chosen, setChosen] = createSignal(0)
  const [isOpen, setOpen] = createSignal(false)

  const options = createMemo((): Option[] => {
    const offered = suggest(store.state, text()).map(optionOf)
    if (text().trim() !== '') return offered
    if (terms().length === 0) return [...earlierSearches(client, run), ...offered]
    return [{ text: words.showResults, hint: '', choose: () => run(terms()) }, ...offered]
  })

  function optionOf(suggestion: Suggestion): Option {
    if ('operator' in suggestion) {
      const { operator, negated } = suggestion
      const prefix = `${negated ? '-' : ''}${operator}:`
      return { text: prefix, hint: words.hints[ALIASES[operator] ?? operator] ?? '', choose: () => write(prefix) }
    }
    const { term } = suggestion
    return { text: textOfTerm(client, term), hint: hintOf(client, term), choose: () => add(term) }
  }

  function type(next: string) {
    setText(next)
    setChosen(0)
  }

  function write(next: string) {
    input.value = next
    type(next)
    input.focus()
  }

  /** Adds a term. Terms that other views show, such as of one channel, wait for more or for Enter. */
  function add(term: Term) {
    const next = [...terms(), term]
    setTerms(next)
    write('')
    if (parseRoute(hrefOf({ view: 'search', terms: next }))?.view === 'search') run(next)
  }

  function run(next: Term[]) {
    setOpen(false)
    rememberSearch(client, next)
    go({ view: 'search', terms: next })
  }

  /** A view keeps its own terms: those that the user changed there belong to the view of the next search. */
  function beginAgain() {
    setTerms(begin)
    setOpen(false)
    input.value = ''
    type('')
  }

  function removeTerm(at: number) {
    setTerms(terms().filter((_, other) => other !== at))
    setOpen(true)
    input.focus()
  }

  const setInput = (element: HTMLInputElement) => void (input = element)
  return { terms, text, options, chosen, setChosen, isOpen, setOpen, setInput, type, removeTerm, beginAgain, takePlace }
}

/** A search that opens from a conversation begins with it. */
function beginOf(client: Client, terms: Term[]): Term[] {
  const place = terms.length === 0 ? takeSearchPlace(client) : undefined
  return place === undefined ? terms : narrowOf(place)
}

/** Remembers a search, so that the next one can begin with it. */
export function rememberSearch({ environment, hrefOf }: Client, terms: Term[]): void {
  if (terms.length > 0) remember(environment.storage, RECENT, hrefOf({ view: 'search', terms }), MAX_RECENT)
}

/** The searches that the user ran last, and those with a name. */
function earlierSearches(client: Client, run: (terms: Term[]) => void): Option[] {
  const optionsOf = (href: string, text?: string): Option[] => {
    const route = parseRoute(href)
    if (route?.view !== 'search' || route.terms.length === 0) return []
    const { terms } = route
    const named = terms.map((term) => textOfTerm(client, term)).join(', ')
    return [{ text: text ?? named, hint: text === undefined ? words.recent : words.saved, choose: () => run(terms) }]
  }
  client.watch('views')
  return [
    ...remembered(client.environment.storage, RECENT).flatMap((href) => optionsOf(href)),
    ...savedViews(client.store.state).flatMap(({ fragment, name }) => optionsOf(`#${fragment}`, name)),
  ]
}

const OF_USER = new Set(['sender', 'dm', 'dm-including', 'mentions'])

function hintOf({ store }: Client, { operator, operand }: Term): string {
  const [user_id] = OF_USER.has(operator) ? [operand].flat() : []
  return typeof user_id === 'number' && store.state.realm_non_active_users.has(user_id) ? words.deactivated : ''
}

/** The terms of a search as pills, and a field for the next one with suggestions. */
export function SearchField(props: Props) {
  const search = createSearch(useClient(), props.terms)
  const { terms, options, chosen, isOpen, setOpen } = search
  createEffect(
    on(
      () => props.isActive,
      (isActive) => (isActive ? search.takePlace() : search.beginAgain()),
      { defer: true },
    ),
  )
  return (
    <div
      class="search"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <Pills terms={terms()} remove={search.removeTerm} />
      <ComboField
        ref={(element) => {
          search.setInput(element)
          props.setField(element)
          element.dir = 'auto'
        }}
        label={words.field}
        list="search-options"
        at={isOpen() && options().length > 0 ? chosen() : undefined}
        isOpen={isOpen()}
        placeholder={terms().length === 0 ? words.placeholder : ''}
        // A search with results does not cover them before the user changes it.
        focus={() => setOpen(terms().length === 0)}
        click={() => setOpen(true)}
        type={(text) => {
          search.type(text)
          setOpen(true)
        }}
        press={(event) => pressed(search, event)}
      />
      <Show when={isOpen() && options().length > 0}>
        <Options
          id="search-options"
          label={words.suggestions}
          kind="options"
          of={options()}
          at={chosen()}
          choose={(option) => option.choose()}
        >
          {({ text, hint }) => <OptionText name={text} detail={hint} />}
        </Options>
      </Show>
    </div>
  )
}

function Pills(props: { terms: Term[]; remove: (at: number) => void }) {
  const client = useClient()
  return (
    <ul class="pills" aria-label={words.terms}>
      <For each={props.terms}>
        {(term, at) => (
          <li class="pill">
            <span dir="auto">{textOfTerm(client, term)}</span>
            <button aria-label={words.remove(textOfTerm(client, term))} onClick={() => props.remove(at())}>
              ×
            </button>
          </li>
        )}
      </For>
    </ul>
  )
}

/** The keys of the field: they move in the suggestions, choose one, and take the last term away. */
function pressed(search: Search, event: KeyboardEvent) {
  if (isComposing(event)) return
  const { terms, text, options, chosen, setChosen, isOpen, setOpen, removeTerm } = search
  if (!isOpen() && event.key === 'ArrowDown') return setOpen(true)
  const at = stepIn(options().length, chosen(), event)
  if (at !== undefined) setChosen(at)
  else if (event.key === 'Enter') options()[chosen()]?.choose()
  else if (event.key === 'Backspace' && text() === '' && terms().length > 0) removeTerm(terms().length - 1)
  else if (event.key === 'Escape' && isOpen()) setOpen(false)
  else return
  event.preventDefault()
}

/** Returns a term as a person reads it. */
export function textOfTerm(client: Client, { operator, operand, negated }: Term): string {
  const named = `${words.operators[operator] ?? operator} ${operandText(client, operator, operand)}`
  return negated ? words.not(named) : named
}

function operandText({ names, store }: Client, operator: string, operand: Term['operand']): string {
  if (typeof operand === 'object') return operand.map((id) => names.user(id)).join(', ')
  if (operator === 'search') return `“${operand}”`
  if (operator === 'date') return words.dates[String(operand)] ?? String(operand)
  if (typeof operand === 'string') return operand === 'me' ? words.me : operand
  if (operator === 'channel') return `# ${names.channel(operand)}`
  if (!['sender', 'dm-including', 'group-pm-with', 'mentions'].includes(operator)) return String(operand)
  return operand === store.state.user_id ? words.me : names.user(operand)
}
