import { createMemo, createSignal, For, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { printCard } from '../routes/card'
import type { Route } from '../routes/route'
import { allDestinations, findDestinations, firstDestinations, type Destination } from '../store/destinations'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { labelOf } from '../base/labels'
import './switcher.css'

const VIEWS: Route[] = [
  { view: 'inbox' },
  { view: 'recent' },
  { view: 'feed' },
  { view: 'mentions' },
  { view: 'starred' },
  { view: 'settings', section: '' },
]

/** The places whose names match. The list of all places is made with the first letter. */
function createResults(client: Client, query: () => string) {
  const { store } = client
  const labels = {
    views: VIEWS.map((route) => ({ route, name: labelOf(client, route) })),
    channel: laterWords.switcher.channel,
    otherChannel: laterWords.switcher.otherChannel,
    archivedChannel: laterWords.switcher.archivedChannel,
    group: laterWords.switcher.group,
    directory: words.allChannels,
    person: laterWords.switcher.person,
    topicIn: laterWords.switcher.topicIn,
  }
  let all: Destination[] | undefined
  return createMemo(() => {
    const operand = query().trim()
    if (operand === '') return firstDestinations(store.state, labels)
    const found = findDestinations((all ??= allDestinations(store.state, labels)), operand)
    const route: Route = { view: 'search', terms: [{ operator: 'search', operand }] }
    return [...found, { route, name: laterWords.switcher.search(operand), detail: words.search }]
  })
}

/**
 * Opens a place by its name. The answer comes from memory. A modal dialog would make the rest of the document inert: to compute
 * the style of all its elements takes longer than a frame. So this is a popover that keeps the focus.
 */
export function Switcher(props: { begin?: string; close: () => void; choose?: (to: Route) => void }) {
  const client = useClient()
  const { environment, go } = client
  let frame!: HTMLDivElement
  let field!: HTMLInputElement
  const hadFocus = document.activeElement !== document.body
  const [query, setQuery] = createSignal(props.begin ?? '')
  const [chosen, setChosen] = createSignal(0)
  const results = createResults(client, query)
  onMount(() => frame.showPopover())

  const open = (destination: Destination | undefined) => {
    if (destination === undefined) return
    frame.hidePopover()
    if (props.choose) props.choose(destination.route)
    else if (destination.card) environment.address.go(printCard(destination.card))
    else go(destination.route)
  }
  const move = (by: number) => {
    const count = results().length
    if (count > 0) setChosen((chosen() + by + count) % count)
    document.getElementById(`result-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }

  function type(text: string) {
    setQuery(text)
    setChosen(0)
  }
  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') open(results()[chosen()])
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }

  return (
    <div
      class="switcher"
      role="dialog"
      aria-modal="true"
      popover="auto"
      ref={frame}
      aria-label={words.goTo}
      // Other keys of the client wait until it closes. The browser closes it with Escape.
      onKeyDown={(event) => event.stopPropagation()}
      // The browser gives the focus back to an element. Without one, the next key would still go to the hidden field.
      on:beforetoggle={({ newState }: ToggleEvent) => newState === 'closed' && !hadFocus && field.blur()}
      on:toggle={({ newState }: ToggleEvent) => newState === 'closed' && props.close()}
    >
      <Field
        begin={props.begin ?? ''}
        activeId={results().length > 0 ? `result-${chosen()}` : undefined}
        setField={(element) => (field = element)}
        type={type}
        pressed={pressed}
      />
      <Results results={results()} chosen={chosen()} open={open} />
      <Show when={results().length === 0}>
        <p class="empty">{laterWords.switcher.nothing}</p>
      </Show>
    </div>
  )
}

function Field(props: {
  begin: string
  activeId: string | undefined
  setField: (field: HTMLInputElement) => void
  type: (text: string) => void
  pressed: (event: KeyboardEvent) => void
}) {
  return (
    <input
      ref={props.setField}
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls="results"
      aria-activedescendant={props.activeId}
      aria-autocomplete="list"
      aria-label={words.goTo}
      placeholder={laterWords.switcher.placeholder}
      autocomplete="off"
      spellcheck={false}
      autofocus
      value={props.begin}
      onInput={({ currentTarget }) => props.type(currentTarget.value)}
      onKeyDown={(event) => props.pressed(event)}
    />
  )
}

function Results(props: { results: readonly Destination[]; chosen: number; open: (destination: Destination) => void }) {
  return (
    <div id="results" role="listbox" aria-label={laterWords.switcher.results}>
      <For each={props.results}>
        {(destination, at) => (
          <div
            id={`result-${at()}`}
            class="row"
            role="option"
            aria-selected={at() === props.chosen}
            onClick={() => props.open(destination)}
          >
            <span class="name" dir="auto">
              {destination.name}
            </span>
            <span class="detail">{destination.detail}</span>
          </div>
        )}
      </For>
    </div>
  )
}
