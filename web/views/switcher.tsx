import { createMemo, createSignal, For, onMount, Show } from 'solid-js'
import { go, store } from '../app'
import { printCard } from '../routes/card'
import type { Route } from '../routes/route'
import { allDestinations, findDestinations, type Destination } from '../store/destinations'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { labelOf } from './labels'
import './switcher.css'

const VIEWS: Route[] = [
  { view: 'inbox' },
  { view: 'recent' },
  { view: 'feed' },
  { view: 'mentions' },
  { view: 'starred' },
  { view: 'settings', section: '' },
]

/** Opens a place by its name. The answer comes from memory. */
export function Switcher(props: { close: () => void; choose?: (to: Route) => void }) {
  let dialog!: HTMLDialogElement
  const [query, setQuery] = createSignal('')
  const [chosen, setChosen] = createSignal(0)
  const all = allDestinations(store.state, {
    views: VIEWS.map((route) => ({ route, name: labelOf(route) })),
    channel: laterWords.switcher.channel,
    otherChannel: laterWords.switcher.otherChannel,
    group: laterWords.switcher.group,
    directory: words.allChannels,
    person: laterWords.switcher.person,
    topicIn: laterWords.switcher.topicIn,
  })
  const results = createMemo(() => {
    const found = findDestinations(all, query())
    const operand = query().trim()
    if (operand === '') return found
    const route: Route = { view: 'search', terms: [{ operator: 'search', operand }] }
    return [...found, { route, name: laterWords.switcher.search(operand), detail: words.search }]
  })
  onMount(() => dialog.showModal())

  const open = (destination: Destination | undefined) => {
    if (destination === undefined) return
    dialog.close()
    if (props.choose) props.choose(destination.route)
    else if (destination.card) location.hash = printCard(destination.card)
    else go(destination.route)
  }
  const move = (by: number) => {
    const count = results().length
    if (count > 0) setChosen((chosen() + by + count) % count)
    document.getElementById(`result-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <dialog class="switcher" ref={dialog} aria-label={words.goTo} onClose={() => props.close()}>
      <input
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
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') open(results()[chosen()])
          else return
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
    </dialog>
  )
}
