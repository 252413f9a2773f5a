import { createMemo, createSignal, For, onMount, Show } from 'solid-js'
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

/**
 * Opens a place by its name. The answer comes from memory. A modal dialog would make the rest of the document inert: to compute
 * the style of all its elements takes longer than a frame. So this is a popover that keeps the focus.
 */
export function Switcher(props: { begin?: string; close: () => void; choose?: (to: Route) => void }) {
  const client = useClient()
  const { environment, go, store } = client
  let frame!: HTMLDivElement
  let field!: HTMLInputElement
  const hadFocus = document.activeElement !== document.body
  const [query, setQuery] = createSignal(props.begin ?? '')
  const [chosen, setChosen] = createSignal(0)
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
  const results = createMemo(() => {
    const operand = query().trim()
    if (operand === '') return firstDestinations(store.state, labels)
    const found = findDestinations((all ??= allDestinations(store.state, labels)), operand)
    const route: Route = { view: 'search', terms: [{ operator: 'search', operand }] }
    return [...found, { route, name: laterWords.switcher.search(operand), detail: words.search }]
  })
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
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="results"
        aria-activedescendant={results().length > 0 ? `result-${chosen()}` : undefined}
        aria-autocomplete="list"
        aria-label={words.goTo}
        placeholder={laterWords.switcher.placeholder}
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={props.begin ?? ''}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') open(results()[chosen()])
          else if (event.key !== 'Tab') return
          event.preventDefault()
        }}
      />
      <div id="results" role="listbox" aria-label={laterWords.switcher.results}>
        <For each={results()}>
          {(destination, at) => (
            <div
              id={`result-${at()}`}
              class="row"
              role="option"
              aria-selected={at() === chosen()}
              onClick={() => open(destination)}
            >
              <span class="name" dir="auto">
                {destination.name}
              </span>
              <span class="detail">{destination.detail}</span>
            </div>
          )}
        </For>
      </div>
      <Show when={results().length === 0}>
        <p class="empty">{laterWords.switcher.nothing}</p>
      </Show>
    </div>
  )
}
