import { createEffect, createSignal, on, onCleanup, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { MessageList } from '../list/message-list'
import type { Route } from '../routes/route'
import { conversationOf } from '../store/conversations'
import { searchWords as words } from '../words/en-search'
import { words as general } from '../words/en'
import { openOverlay } from '../base/overlay'
import { SearchField, textOfTerm } from './search-field'
import './search.css'

type SearchRoute = Extract<Route, { view: 'search' }>

/** A search: its terms, and the messages that it found, the newest at the end. Enter opens one in its conversation. */
export function SearchView(props: { route: SearchRoute; isActive: boolean }) {
  const client = useClient()
  const { go, keys, store } = client
  let field!: HTMLInputElement
  let layer!: HTMLElement
  const [hasResults] = createSignal(props.route.terms.length > 0)

  function openInContext() {
    const row = layer.querySelector<HTMLElement>('[data-id]:focus') ?? document.activeElement?.closest('[data-id]')
    const id = Number(row instanceof HTMLElement ? row.dataset.id : undefined)
    const message = store.messages.get(id)
    if (message !== undefined) go({ ...conversationOf(message, store.state.user_id), near: id })
    else field.focus()
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
    <section class="layer collected" classList={{ parked: !props.isActive }} inert={!props.isActive} ref={layer}>
      <header class="head search-head">
        <h1 class="visually-hidden">{general.search}</h1>
        <SearchField terms={props.route.terms} setField={(input) => (field = input)} />
        <Show when={hasResults()}>
          <button class="act" onClick={save}>
            {words.save}
          </button>
        </Show>
      </header>
      <Show
        when={hasResults()}
        fallback={
          <div class="empty">
            <p>{words.start}</p>
            <p>{words.keys}</p>
          </div>
        }
      >
        <MessageList route={props.route} isActive={props.isActive} reply={openInContext} empty={words.nothing} />
      </Show>
    </section>
  )
}
