import { createSignal, For, Show, type JSX } from 'solid-js'
import { remembered } from '../base/remembered'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { railRows } from '../store/rail-rows'
import { words } from '../words/en'
import { steady } from './steady-order'

const STORED = 'rail'
const MAX_STORED = 200

/** The sections that the user opened or folded. This browser remembers them, each with a sign. */
const folds = perClient(({ environment: { storage } }) => {
  const [chosen, setChosen] = createSignal(
    new Map(remembered(storage, STORED).map((text) => [text.slice(1), text.startsWith('+')])),
  )
  return {
    chosen,
    choose: (id: string, isOpen: boolean) => {
      const next = [...chosen()].filter(([other]) => other !== id).slice(1 - MAX_STORED)
      next.push([id, isOpen])
      setChosen(new Map(next))
      storage.setItem(STORED, JSON.stringify(next.map(([other, is]) => `${is ? '+' : '-'}${other}`)))
    },
  }
})

type Props<Key> = {
  id: string
  name: string
  keys: readonly Key[]
  isUnread: (key: Key) => boolean
  isOpen: (key: Key) => boolean
  /** How many read rows it shows until the user opens or folds it. */
  most: number
  /** The order that the user chose. Unread rows stay in it. */
  ownOrder?: string
  children: (key: Key) => JSX.Element
}

/** A part of the rail. Folded, it shows what is unread, where the user is, and how many rows there are more. */
export function RailSection<Key>(props: Props<Key>) {
  const client = useClient()
  const fold = createFold(client, () => props.id)
  const most = () => (fold.chosen() === undefined ? props.most : fold.chosen() ? props.keys.length : 0)
  const isExpanded = () => most() >= props.keys.length
  const rows = steady(
    client,
    () => railRows(props.keys, { ...props, most: most(), isOwnOrder: !!props.ownOrder }),
    // A section without a limit has all its channels: one that comes while the pointer is in the rail is its last row.
    (key) => most() === Infinity || props.isOpen(key),
    () => `${props.id} ${most()} ${props.ownOrder}`,
  )
  const others = () => Math.max(0, props.keys.length - rows().length)
  return (
    <Show when={props.keys.length > 0}>
      <h2 class="sec" draggable="true" data-move={`sections ${props.id}`}>
        <button aria-expanded={isExpanded()} onClick={() => fold.choose(!isExpanded())}>
          <Icon name="chevron" />
          <span class="name" dir="auto">
            {props.name}
          </span>
          <Show when={others()}>
            <span class="quiet">{words.moreRows(others())}</span>
          </Show>
        </button>
      </h2>
      <For each={rows()}>{props.children}</For>
    </Show>
  )
}

/** Whether the user opened or folded a part of the rail, and the way to do it. */
export function createFold(client: Client, id: () => string) {
  const { chosen, choose } = folds(client)
  return { chosen: () => chosen().get(id()), choose: (isOpen: boolean) => choose(id(), isOpen) }
}
