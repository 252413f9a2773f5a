import { createEffect, createSignal, For, onCleanup, onMount, Show, untrack } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Route } from '../routes/route'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { MESSAGE_COMMANDS } from '../keys/keymap'
import { words } from '../words/en'
import { createCatchUp } from './catch-up'
import { createFocusedRow } from './focused-row'
import { createListData } from './list-data'
import { FailedList, type Failure } from './list-states'
import { createMarker } from './mark-as-read'
import { openWhereItIs } from './moved-message'
import { OutgoingRow } from './outgoing-row'
import { createPlace, type Place } from './place'
import { Row } from './row'
import { whenChanged } from './when-changed'
import './message-list.css'

const MARKED_MILLISECONDS = 2000

type Props = {
  route: Route
  isActive: boolean
  /** The user wants to answer: the message with the focus, if there is one. */
  reply: (message: Message | undefined) => void
  /** The focus moved to a message. */
  chosen?: (message: Message) => void
  /** What to say if there are no messages. */
  empty?: string
}

/** The messages of a view. A list that is not active is hidden, keeps its place, and marks nothing as read. */
export function MessageList(props: Props) {
  const client = useClient()
  const { history, isCaughtUp, keys, report, store } = client
  let scroller!: HTMLDivElement
  let content!: HTMLDivElement
  let place: Place
  let hasScrolled = false
  const isSearch = props.route.view === 'search'
  const data = createListData(client, props.route)
  const { key, isConversation, current, ids, outgoing, unreadIds } = data
  const isPlace = isConversation || props.route.view === 'channel'
  const [isLoaded, setLoaded] = createSignal(false)
  const [failed, setFailed] = createSignal<Failure>()
  const [below, setBelow] = createSignal(0)
  const marker = createMarker(client, {
    isConversation,
    isShown: () => props.isActive && isLoaded(),
    unreadIds,
    endsInSight: () => place.endsInSight(),
  })
  const { focused, setFocused, focus, step, choose } = createFocusedRow({
    ids,
    place: () => place,
    firstNew: data.firstNew,
    moved: () => marker.moved(),
  })

  async function open(near = props.route.near) {
    try {
      setFailed(undefined)
      const isThere = near === undefined ? store.hasWindow(props.route) : ids().includes(near)
      if (!isThere) await history.open(props.route, near ?? (isSearch ? 'newest' : undefined))
      if (near !== undefined && isConversation && !ids().includes(near)) await openWhereItIs(client, near, key)
      const [first] = isSearch ? [] : unreadIds()
      data.setFirstNew(first)
      setLoaded(true)
      queueMicrotask(() => show(near ?? first, near !== undefined))
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status < 500
      // The refusal of a search says what is wrong with it.
      setFailed(isRefused ? { refusal: isPlace ? words.noConversation : error.message } : 'unreachable')
      if (!isRefused) report(error)
    }
  }

  function show(id: number | undefined, isNear: boolean) {
    const row = id === undefined ? undefined : place.rowOf(id)
    if (row === undefined) return place.toEnd()
    place.toRow(row, isNear ? 'middle' : 'top')
    if (!isNear) return
    row.classList.add('marked')
    setTimeout(() => row.classList.remove('marked'), MARKED_MILLISECONDS)
    focus(id)
  }

  function moved(byUser: boolean) {
    if (byUser) marker.moved()
    hasScrolled ||= byUser
    countBelow()
    if (!isLoaded() || !props.isActive) return
    marker.check()
    if (place.needsOlder() && !current().foundOldest) history.older(props.route, key).catch(report)
    if (place.needsNewer() && !current().foundNewest) history.newer(props.route, key).catch(report)
  }

  function countBelow() {
    if (place.isAtEnd()) return setBelow(0)
    const last = place.endsInSight().at(-1) ?? 0
    setBelow(unreadIds().filter((id) => id > last).length)
  }

  async function toEnd() {
    if (!current().foundNewest) await history.open(props.route, 'newest').catch(report)
    place.toEnd()
  }

  async function toNewest() {
    await toEnd()
    focus(ids().at(-1))
  }

  onMount(() => {
    place = createPlace(scroller, content, { moved, follows: () => current().foundNewest && isCaughtUp() })
    onCleanup(() => {
      marker.end()
      place.end()
      store.close(props.route)
    })
    void open()
  })

  const whenActive = (run: () => void) => () => {
    if (!props.isActive) return false
    run()
    return true
  }
  onCleanup(
    keys.handle({
      down: whenActive(() => step(1)),
      up: whenActive(() => step(-1)),
      pageDown: whenActive(() => place.page(1)),
      pageUp: whenActive(() => place.page(-1)),
      first: whenActive(() => place.toStart()),
      newest: whenActive(() => void toNewest()),
      reply: whenActive(() => props.reply(store.messages.get(focused() ?? -1))),
      // A key that acts on a message chooses one first. Then the row has the handler, and the key acts on it.
      ...Object.fromEntries(
        MESSAGE_COMMANDS.map((command) => [command, () => props.isActive && choose() && keys.call(command)]),
      ),
    }),
  )

  whenChanged(current, () => {
    place.keep('bottom')
    if (isLoaded()) moved(false)
  })
  whenChanged(
    () => outgoing().length,
    (count, before) => {
      if (count > (before ?? 0)) void toEnd()
    },
  )
  createCatchUp(client, {
    firstUnread: () => (isLoaded() && !isSearch && data.firstNew() === undefined ? unreadIds()[0] : undefined),
    showAsNew(id) {
      data.setFirstNew(id)
      if (!hasScrolled) place.reveal(place.rowOf(id)!)
    },
    hasFailed: () => failed() !== undefined,
    open: () => void open(),
  })
  createEffect(() => {
    if (!props.isActive) return
    untrack(() => {
      if (isLoaded() && unreadIds().length > 0) {
        data.setFirstNew(unreadIds()[0])
        // The keys begin with what is new, not with the message of the last visit.
        setFocused(undefined)
      }
      marker.opened()
    })
  })
  whenChanged(
    () => props.route.near,
    (near) => near !== undefined && open(near),
  )

  return (
    <div class="list-frame">
      <div class="list" ref={scroller}>
        <div
          class="rows"
          ref={content}
          role="feed"
          aria-label={words.messages}
          aria-busy={!isLoaded()}
          onFocusIn={({ target }) => {
            const row = target.closest<HTMLElement>('[data-id]')
            if (row === null) return
            const id = Number(row.dataset.id)
            setFocused(id)
            const message = store.messages.get(id)
            if (message) props.chosen?.(message)
          }}
        >
          <Show when={isLoaded() && current().foundOldest && ids().length > 0}>
            <p class="edge">{words.beginning}</p>
          </Show>
          <For each={ids()}>
            {(id) => (
              <Row
                id={id}
                layout={data.layouts().get(id)}
                isFocused={focused() === id || (focused() === undefined && id === ids().at(-1))}
                isActive={props.isActive}
                isCurrent={focused() === id}
                keepUnread={(ids) => marker.keepUnread(ids)}
              />
            )}
          </For>
          <For each={outgoing()}>{(entry) => <OutgoingRow entry={entry} />}</For>
          <Show when={isLoaded() && ids().length === 0 && outgoing().length === 0}>
            <p class="empty">{props.empty ?? (isConversation ? words.emptyConversation : words.emptyView)}</p>
          </Show>
        </div>
        <FailedList failure={failed()} tryAgain={() => void open()} />
      </div>
      <Show when={below() > 0}>
        <button class="below" onClick={() => void toNewest()}>
          {words.newBelow(below())}
        </button>
      </Show>
    </div>
  )
}
