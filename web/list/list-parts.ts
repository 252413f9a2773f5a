import { createEffect, onCleanup, onMount, untrack } from 'solid-js'
import { keepers } from '../base/selected-messages'
import type { Client } from '../client/client'
import type { Route } from '../routes/route'
import type { Message } from '../store/messages'
import { createCatchUp } from './catch-up'
import { createFocusedRow, type FocusedRow } from './focused-row'
import { createListData, type ListData } from './list-data'
import { listKeys } from './list-keys'
import { createOpening, type Opening } from './list-opening'
import { createScrolling, type Scrolling } from './list-scrolling'
import { createMarker, type Marker } from './mark-as-read'
import { createPlace, type Place } from './place'
import { whenChanged } from './when-changed'

const MARKED_MILLISECONDS = 2000

/** What the view around a list gives to it. */
export type ListProps = {
  route: Route
  isActive: boolean
  /** The user wants to answer: the message with the focus, if there is one. */
  reply: (message: Message | undefined) => void
}

type Elements = { scroller: () => HTMLElement; content: () => HTMLElement }

type ListParts = {
  data: ListData
  place: () => Place
  marker: Marker
  focusedRow: FocusedRow
  opening: Opening
  scrolling: Scrolling
}

/** The parts of a list that a component draws. They begin with it and end with it. */
export function createListParts(client: Client, props: ListProps, { scroller, content }: Elements) {
  const { isCaughtUp, keys, store } = client
  let drawn: Place
  const place = () => drawn
  const route = () => props.route
  const data = createListData(client, props.route)
  const opening = createOpening(client, data, { route, show })
  const isShown = () => props.isActive && opening.isLoaded()
  const marker = createMarker(client, {
    isConversation: data.isConversation,
    isShown,
    unreadIds: data.unreadIds,
    endsInSight: () => drawn.endsInSight(),
  })
  const focusedRow = createFocusedRow({ ids: data.ids, place, firstNew: data.firstNew, moved: () => marker.moved() })
  const scrolling = createScrolling(client, data, { route, isShown, place, marker })

  function show(id: number | undefined, isNear: boolean) {
    const row = id === undefined ? undefined : drawn.rowOf(id)
    if (row === undefined) return drawn.toEnd()
    drawn.toRow(row, isNear ? 'middle' : 'top')
    if (!isNear) return
    row.classList.add('marked')
    setTimeout(() => row.classList.remove('marked'), MARKED_MILLISECONDS)
    focusedRow.focus(id)
  }

  async function toNewest() {
    await scrolling.toEnd()
    focusedRow.focus(data.ids().at(-1))
  }

  // The address may name another message of the view later. The window is the same.
  const first = props.route
  store.show(first)
  onMount(() => {
    const follows = () => data.current().foundNewest && isCaughtUp()
    drawn = createPlace(scroller(), content(), { moved: scrolling.moved, follows })
    const keep = (ids: number[]) => marker.keepUnread(ids)
    keepers(client).add(keep)
    onCleanup(() => {
      keepers(client).delete(keep)
      marker.end()
      drawn.end()
      store.close(first)
    })
    void opening.open()
  })
  const reply = () => props.reply(store.messages.get(focusedRow.focused() ?? -1))
  onCleanup(keys.handle(listKeys(client, { isActive: () => props.isActive, place, focusedRow, toNewest, reply })))
  const parts = { data, place, marker, focusedRow, opening, scrolling }
  followChanges(client, props, parts)
  return { ...parts, toNewest }
}

/** Shows what changes while the list is there: its messages, the connection, whether it is active, and where the user goes. */
function followChanges(client: Client, props: ListProps, parts: ListParts) {
  const { data, place, marker, focusedRow, opening, scrolling } = parts
  const { firstNew, setFirstNew, unreadIds } = data
  const { isLoaded, open } = opening
  whenChanged(data.current, () => {
    place().keep('bottom')
    if (isLoaded()) scrolling.moved(false)
  })
  whenChanged(
    () => data.outgoing().length,
    (count, before) => {
      if (count > (before ?? 0)) void scrolling.toEnd()
    },
  )
  createCatchUp(client, {
    firstUnread: () => (isLoaded() && !data.isSearch && firstNew() === undefined ? unreadIds()[0] : undefined),
    showAsNew(id) {
      setFirstNew(id)
      if (!scrolling.hasScrolled()) place().reveal(place().rowOf(id)!)
    },
    hasFailed: () => opening.failed() !== undefined,
    open: () => void open(),
  })
  createEffect(() => {
    if (!props.isActive) return
    untrack(() => {
      if (isLoaded() && unreadIds().length > 0) {
        setFirstNew(unreadIds()[0])
        // The keys begin with what is new, not with the message of the last visit.
        focusedRow.setFocused(undefined)
      }
      marker.opened()
    })
  })
  whenChanged(
    () => props.route.near,
    (near) => near !== undefined && open(near),
  )
}
