import { createEffect, createMemo, createSignal, For, onCleanup, onMount, Show, untrack } from 'solid-js'
import { history, isCaughtUp, keys, outbox, report, store } from '../app'
import { keyOfRoute, type Route } from '../routes/route'
import type { Message } from '../store/messages'
import { watch } from '../views/watched'
import { words } from '../words/en'
import { createCatchUp } from './catch-up'
import { layoutOf } from './layout'
import { createMarker } from './mark-as-read'
import { openWhereItIs } from './moved-message'
import { createPlace, type Place } from './place'
import { OutgoingRow } from './outgoing-row'
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
}

/** The messages of a view. A list that is not active is hidden, keeps its place, and marks nothing as read. */
export function MessageList(props: Props) {
  let scroller!: HTMLDivElement
  let content!: HTMLDivElement
  let place: Place
  let hasScrolled = false
  const key = keyOfRoute(props.route)
  const isConversation = props.route.view === 'topic' || props.route.view === 'direct'
  const isSearch = props.route.view === 'search'
  const [isLoaded, setLoaded] = createSignal(false)
  const [failed, setFailed] = createSignal(false)
  const [firstNew, setFirstNew] = createSignal<number>()
  const [below, setBelow] = createSignal(0)
  const [focused, setFocused] = createSignal<number>()

  const current = createMemo(() => {
    watch(`window:${key}`)
    return store.windowOf(props.route)
  })
  const outgoing = createMemo(() => {
    watch('outbox')
    if (props.route.view === 'feed') return outbox.all()
    return isConversation ? outbox.entriesOf(key) : []
  })
  const layouts = createMemo(() => {
    const context = { ownId: store.state.user_id, firstNew: firstNew(), namesConversations: !isConversation }
    const all = current().ids.flatMap((id) => store.messages.get(id) ?? [])
    return new Map(all.map((message, at) => [message.id, layoutOf(message, all[at - 1], context)]))
  })

  const unreadIds = () => current().ids.filter((id) => !(store.messages.get(id)?.flags.includes('read') ?? true))

  async function open(near = props.route.near) {
    try {
      setFailed(false)
      const isThere = near === undefined ? store.hasWindow(props.route) : current().ids.includes(near)
      if (!isThere) await history.open(props.route, near ?? (isSearch ? 'newest' : undefined))
      if (near !== undefined && isConversation && !current().ids.includes(near)) await openWhereItIs(near, key)
      const [first] = isSearch ? [] : unreadIds()
      setFirstNew(first)
      setLoaded(true)
      queueMicrotask(() => show(near ?? first, near !== undefined))
    } catch (error) {
      setFailed(true)
      report(error)
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

  const marker = createMarker({
    isConversation,
    isShown: () => props.isActive && isLoaded(),
    unreadIds,
    endsInSight: () => place.endsInSight(),
  })

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

  function focus(id: number | undefined) {
    if (id === undefined) return
    setFocused(id)
    const row = place.rowOf(id)
    if (row === undefined) return
    row.focus({ preventScroll: true })
    place.reveal(row)
    marker.moved()
  }

  function step(direction: 1 | -1) {
    if (!props.isActive) return false
    const { ids } = current()
    const at = ids.indexOf(focused() ?? -1)
    const visible = Number(place.firstVisible()?.dataset.id)
    if (at !== -1) return focus(ids[at + direction])
    return focus(direction === 1 ? visible : (place.endsInSight().at(-1) ?? visible))
  }

  async function toEnd() {
    if (!current().foundNewest) await history.open(props.route, 'newest').catch(report)
    place.toEnd()
  }

  async function toNewest() {
    await toEnd()
    focus(current().ids.at(-1))
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
  function activated() {
    if (isLoaded() && unreadIds().length > 0) setFirstNew(unreadIds()[0])
    marker.opened()
  }
  const guarded = (run: () => void) => () => {
    if (!props.isActive) return false
    run()
    return true
  }
  onCleanup(
    keys.handle({
      down: () => step(1),
      up: () => step(-1),
      pageDown: guarded(() => place.page(1)),
      pageUp: guarded(() => place.page(-1)),
      first: guarded(() => place.toStart()),
      newest: guarded(() => void toNewest()),
      reply: guarded(() => props.reply(store.messages.get(focused() ?? -1))),
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
  createCatchUp({
    firstUnread: () => (isLoaded() && !isSearch && firstNew() === undefined ? unreadIds()[0] : undefined),
    showAsNew(id) {
      setFirstNew(id)
      if (!hasScrolled) place.reveal(place.rowOf(id)!)
    },
    hasFailed: failed,
    open: () => void open(),
  })
  createEffect(() => {
    if (props.isActive) untrack(activated)
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
          <Show when={isLoaded() && current().foundOldest && current().ids.length > 0}>
            <p class="edge">{words.beginning}</p>
          </Show>
          <For each={current().ids}>
            {(id) => (
              <Row
                id={id}
                layout={layouts().get(id)}
                isFocused={focused() === id || (focused() === undefined && id === current().ids.at(-1))}
                isActive={props.isActive}
                isCurrent={focused() === id}
                keepUnread={(ids) => marker.keepUnread(ids)}
              />
            )}
          </For>
          <For each={outgoing()}>{(entry) => <OutgoingRow entry={entry} />}</For>
          <Show when={isLoaded() && current().ids.length === 0 && outgoing().length === 0}>
            <p class="empty">{isConversation ? words.emptyConversation : words.emptyView}</p>
          </Show>
        </div>
        <Show when={failed()}>
          <p class="empty">
            {words.unreachable}{' '}
            <button class="act" onClick={() => void open()}>
              {words.tryAgain}
            </button>
          </p>
        </Show>
      </div>
      <Show when={below() > 0}>
        <button class="below" onClick={() => void toNewest()}>
          {words.newBelow(below())}
        </button>
      </Show>
    </div>
  )
}
