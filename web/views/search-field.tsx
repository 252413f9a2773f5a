import { createMemo, createSignal, For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { parseRoute } from '../routes/route'
import type { Term } from '../routes/terms'
import { suggest, type Suggestion } from '../store/search-suggestions'
import { searchWords as words } from '../words/en-search'

type Props = { terms: Term[]; setField: (input: HTMLInputElement) => void }
type Option = { text: string; hint: string; choose: () => void }

/** The terms of a search as pills, and a field for the next one with suggestions. */
export function SearchField(props: Props) {
  const client = useClient()
  const { go, hrefOf, store } = client
  let input!: HTMLInputElement
  const [terms, setTerms] = createSignal(props.terms)
  const [text, setText] = createSignal('')
  const [chosen, setChosen] = createSignal(0)
  const [isOpen, setOpen] = createSignal(false)

  const options = createMemo((): Option[] => {
    const offered = suggest(store.state, text()).map(optionOf)
    const isReady = text().trim() === '' && terms().length > 0
    return isReady ? [{ text: words.showResults, hint: '', choose: () => run(terms()) }, ...offered] : offered
  })

  function optionOf(suggestion: Suggestion): Option {
    if ('operator' in suggestion) {
      const { operator, negated } = suggestion
      const prefix = `${negated ? '-' : ''}${operator}:`
      return { text: prefix, hint: words.hints[operator] ?? '', choose: () => write(prefix) }
    }
    return { text: textOfTerm(client, suggestion.term), hint: '', choose: () => add(suggestion.term) }
  }

  function write(next: string) {
    input.value = next
    setText(next)
    setChosen(0)
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
    go({ view: 'search', terms: next })
  }

  function removeTerm(at: number) {
    setTerms(terms().filter((_, other) => other !== at))
    setOpen(true)
    input.focus()
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return
    const count = options().length
    if (!isOpen() && event.key === 'ArrowDown') return setOpen(true)
    if (event.key === 'ArrowDown' && count > 0) setChosen((chosen() + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) setChosen((chosen() - 1 + count) % count)
    else if (event.key === 'Enter') options()[chosen()]?.choose()
    else if (event.key === 'Backspace' && text() === '' && terms().length > 0) removeTerm(terms().length - 1)
    else if (event.key === 'Escape' && isOpen()) setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <div
      class="search"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <ul class="pills" aria-label={words.terms}>
        <For each={terms()}>
          {(term, at) => (
            <li class="pill">
              <span dir="auto">{textOfTerm(client, term)}</span>
              <button aria-label={words.remove(textOfTerm(client, term))} onClick={() => removeTerm(at())}>
                ×
              </button>
            </li>
          )}
        </For>
      </ul>
      <input
        ref={(element) => {
          input = element
          props.setField(element)
        }}
        type="text"
        role="combobox"
        aria-label={words.field}
        aria-expanded={isOpen()}
        aria-controls="search-options"
        aria-autocomplete="list"
        aria-activedescendant={isOpen() && options().length > 0 ? `search-option-${chosen()}` : undefined}
        placeholder={terms().length === 0 ? words.placeholder : ''}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        // A search with results does not cover them before the user changes it.
        onFocus={() => setOpen(terms().length === 0)}
        onClick={() => setOpen(true)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setChosen(0)
          setOpen(true)
        }}
        onKeyDown={pressed}
      />
      <Show when={isOpen() && options().length > 0}>
        <div class="options" id="search-options" role="listbox" aria-label={words.suggestions}>
          <For each={options()}>
            {(option, at) => (
              <div
                id={`search-option-${at()}`}
                class="row"
                role="option"
                aria-selected={at() === chosen()}
                onPointerDown={(event) => {
                  event.preventDefault()
                  option.choose()
                }}
              >
                <span class="name" dir="auto">
                  {option.text}
                </span>
                <span class="detail">{option.hint}</span>
              </div>
            )}
          </For>
        </div>
      </Show>
    </div>
  )
}

/** Returns a term as a person reads it. */
export function textOfTerm(client: Client, { operator, operand, negated }: Term): string {
  const named = `${words.operators[operator] ?? operator} ${operandText(client, operator, operand)}`
  return negated ? words.not(named) : named
}

function operandText({ names }: Client, operator: string, operand: Term['operand']): string {
  if (typeof operand === 'object') return operand.map((id) => names.user(id)).join(', ')
  if (operator === 'search') return `“${operand}”`
  if (typeof operand === 'string') return operand === 'me' ? words.me : operand
  if (operator === 'channel') return `# ${names.channel(operand)}`
  return ['sender', 'dm-including', 'group-pm-with', 'mentions'].includes(operator)
    ? names.user(operand)
    : String(operand)
}
