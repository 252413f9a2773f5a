import { For, onCleanup, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { createFocusedRow } from '../list/focused-row'
import { listKeys } from '../list/list-keys'
import { FailedList } from '../list/list-states'
import { createPlace, type Place } from '../list/place'
import { fullTime } from '../parts/time'
import { whenChanged } from '../list/when-changed'
import type { Message } from '../store/messages'
import type { Term } from '../routes/terms'
import { words as general } from '../words/en'
import { searchWords as words } from '../words/en-search'
import { locale } from '../words/language'
import { createFound, type Found, type SearchRoute } from './found'
import { SearchFacets } from './search-facets'
import { Hit } from './search-hit'
import { SearchHints } from './search-hints'

type Props = {
  route: SearchRoute
  isActive: boolean
  /** Opens a message in its conversation. */
  open: (message: Message | undefined) => void
  change: (terms: Term[]) => void
}

/** What a search found: how much by person, channel, time and content, and the messages, with what is around the current one. */
export function SearchResults(props: Props) {
  let scroller!: HTMLDivElement
  let content!: HTMLDivElement
  const client = useClient()
  const found = createFound(client, props.route)
  const { ids } = found
  const { focusedRow, current } = createKeys(client, found, props, { scroller: () => scroller, content: () => content })

  function focusMoved({ target }: { target: Element }) {
    const row = target.closest<HTMLElement>('[data-id]')
    if (row !== null) focusedRow.setFocused(Number(row.dataset.id))
  }

  return (
    <div class="results">
      <SearchFacets terms={props.route.terms} found={found} change={props.change} />
      <div class="list-frame">
        <div class="list" ref={scroller}>
          <Searched found={found} />
          {/* Headings with links stand between the messages, which a feed may not have. */}
          <div
            class="rows"
            ref={content}
            role="group"
            aria-label={words.results}
            aria-busy={found.isAsking()}
            onFocusIn={focusMoved}
          >
            <For each={ids()}>
              {(id, at) => (
                <Hit
                  id={id}
                  above={ids()[at() - 1]}
                  isActive={props.isActive}
                  isFocused={current() === id}
                  isCurrent={current() === id}
                  // If an event takes the first message away, nothing is asked for the one that follows.
                  hasLinesAround={(focusedRow.focused() ?? found.first()) === id}
                  open={props.open}
                />
              )}
            </For>
          </div>
          <Show when={found.hasMore()}>
            <button class="act more-results" onClick={() => void found.showMore()}>
              {words.more}
            </button>
          </Show>
          <Show when={found.isEmpty()}>
            <SearchHints terms={props.route.terms} found={found} change={props.change} />
          </Show>
          <FailedList failure={found.failed()} tryAgain={() => void found.open()} />
        </div>
      </div>
    </div>
  )
}

/** Says what was searched if it was not all, with a button that searches more. */
function Searched(props: { found: Found }) {
  const { searched, lookedBackTo, open, lookFurther } = props.found
  const text = () => {
    const time = lookedBackTo()
    return time ? words.lookedBack(fullTime(time)) : words.searchedHere((searched() ?? 0).toLocaleString(locale))
  }
  return (
    <Show when={lookedBackTo() ?? searched()}>
      <p class="kept-only" role="status">
        {text()}{' '}
        <button class="act" onClick={() => void (lookedBackTo() ? lookFurther : open)()}>
          {lookedBackTo() ? words.lookFurther : general.tryAgain}
        </button>
      </p>
    </Show>
  )
}

type Elements = { scroller: () => HTMLElement; content: () => HTMLElement }

/** The keys of the results, and the current one: the one with the focus, or the first. */
function createKeys(client: Client, found: Found, props: Props, { scroller, content }: Elements) {
  let drawn!: Place
  const { keys, store } = client
  const { ids } = found
  const place = () => drawn
  const focusedRow = createFocusedRow({ ids, place, firstNew: () => undefined, moved: () => undefined })
  const current = () => focusedRow.focused() ?? ids()[0]
  let isAtStart = true
  /** What loads above the first result does not hide it, until the user scrolls. */
  function staysAtStart(byUser: boolean) {
    if (byUser || focusedRow.focused() !== undefined) isAtStart = false
    else if (isAtStart && scroller().scrollTop > 0) drawn.toStart()
  }
  onMount(() => {
    drawn = createPlace(scroller(), content(), { moved: staysAtStart, follows: () => false })
    onCleanup(() => {
      drawn.end()
      store.close(props.route)
    })
    void found.open()
  })
  const list = {
    isActive: () => props.isActive,
    place,
    focusedRow,
    toNewest: async () => focusedRow.focus(ids()[0]),
    reply: () => props.open(store.messages.get(current() ?? -1)),
  }
  onCleanup(keys.handle(listKeys(client, list)))
  // The keys reach the end of what is shown: there is more.
  whenChanged(focusedRow.focused, (id) => {
    if (id !== undefined && id === ids().at(-1) && found.hasMore()) void found.showMore()
  })
  return { focusedRow, current }
}
