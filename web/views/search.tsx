import { createEffect, createSignal, on, onCleanup, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Term } from '../routes/terms'
import type { Message } from '../store/messages'
import { conversationOf } from '../store/conversations'
import { searchWords as words } from '../words/en-search'
import { words as general } from '../words/en'
import { openOverlay } from '../base/overlay'
import type { SearchRoute } from './found'
import { rememberSearch, SearchField, textOfTerm } from './search-field'
import { SearchResults } from './search-results'
import './search.css'

/** A search: its terms, and the messages that it found. Enter opens one in its conversation. */
export function SearchView(props: { route: SearchRoute; isActive: boolean }) {
  const client = useClient()
  const { go, keys, store } = client
  let field!: HTMLInputElement
  const [hasResults] = createSignal(props.route.terms.length > 0)

  function openInContext(message: Message | undefined) {
    if (message !== undefined) go({ ...conversationOf(message, store.state.user_id), near: message.id })
    else field.focus()
  }

  function change(terms: Term[]) {
    rememberSearch(client, terms)
    go({ view: 'search', terms })
  }

  function save() {
    const name = props.route.terms.map((term) => textOfTerm(client, term)).join(', ')
    openOverlay(client, { kind: 'saveView', route: props.route, name })
  }

  createEffect(
    on(
      () => props.isActive,
      (isActive) => {
        if (isActive && (!hasResults() || document.activeElement === document.body)) queueMicrotask(() => field.focus())
      },
    ),
  )
  onCleanup(
    keys.handle({
      search() {
        if (!props.isActive) return false
        field.focus()
        return true
      },
    }),
  )

  return (
    <section class="layer collected" classList={{ parked: !props.isActive }}>
      <header class="head search-head">
        <h1 class="visually-hidden">{general.search}</h1>
        <SearchField terms={props.route.terms} isActive={props.isActive} setField={(input) => (field = input)} />
        <Show when={hasResults()}>
          <button class="act" onClick={save}>
            <Icon name="star" />
            <span class="word">{words.save}</span>
          </button>
        </Show>
        {client.headActs?.()}
      </header>
      <Show when={hasResults()} fallback={<Beginning />}>
        <SearchResults route={props.route} isActive={props.isActive} open={openInContext} change={change} />
      </Show>
    </section>
  )
}

const Beginning = () => (
  <div class="empty">
    <Icon name="search" />
    <p>{words.start}</p>
    <p>{words.keys}</p>
  </div>
)
