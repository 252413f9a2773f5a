import { createEffect, createMemo, on, onCleanup, Show } from 'solid-js'
import { closeBeside, followWidth, isWide, placeBeside, takeFocus } from '../base/beside'
import { createCover } from '../base/covers'
import { labelOf } from '../base/labels'
import { overlay } from '../base/overlay'
import type { Client } from '../client/client'
import { ClientProvider, useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { lazyView } from '../parts/lazy'
import { readsMessages, type Route } from '../routes/route'
import { keyOfBeside, listsPlaces, printBeside, visitedAfter, type Beside, type Part } from '../routes/second-pane'
import { words as general } from '../words/en'
import { laterWords } from '../words/en-later'
import { createPaneClient, routeOf } from './pane-client'
import { PaneEdge } from './pane-edge'
import { ParkedViews } from './parked-views'
import './pane.css'

const Overlays = lazyView(async () => (await import('../overlays/overlays')).Overlays)
const Profile = lazyView(async () => (await import('../overlays/profile')).Profile)
const Viewer = lazyView(async () => (await import('../html/viewer')).Viewer)
const TableViewer = lazyView(async () => (await import('../html/table-viewer')).TableViewer)

/** What is beside the view: messages, a person, or a part of a message. */
export function Pane() {
  const client = useClient()
  const first = routeOf(client, placeBeside(client))
  if (first !== undefined) return <PaneOf first={first} />
  queueMicrotask(() => closeBeside(client, 'replace'))
  return undefined
}

const hasMessages = (open: Beside | undefined): boolean => open !== undefined && 'view' in open && readsMessages(open)

function PaneOf(props: { first: Route }) {
  const client = useClient()
  let pane!: HTMLElement
  const place = createMemo(() => placeBeside(client))
  const person = () => {
    const open = place()
    return open !== undefined && 'user_id' in open ? open.user_id : undefined
  }
  const part = () => {
    const open = place()
    return open !== undefined && 'part' in open ? open : undefined
  }
  const hasViews = createMemo<boolean>((had) => had || 'view' in (place() ?? {}), false)
  const visited = createMemo<readonly string[]>((before) => visitedAfter(before, client.beside()), [])
  const back = () => {
    const before = visited().at(-2)
    if (before === undefined) closeBeside(client)
    else client.move(client.route(), before, 'go')
  }
  const close = () => closeBeside(client)
  const acts = () => <Acts hasBefore={visited().length > 1} back={back} enlarge={enlarge} close={close} />
  const { scoped, takeKeys } = createPaneClient(client, { first: props.first, pane: () => pane, acts, back })
  const enlarge = () =>
    part() === undefined ? client.move(scoped.route(), '', 'go') : void pane.classList.toggle('filled')
  const show = (next: Part) => client.move(client.route(), printBeside(next, client.hrefOf), 'replace')
  // A table is enlarged for its columns. Pictures are as the user chose.
  createEffect(() => {
    const open = part()?.part
    if (open !== 'picture') pane.classList.toggle('filled', open === 'table')
    pane.classList.toggle('reads', hasMessages(place()))
  })
  followPane(client, place)
  onCleanup(scoped.keys.handle({ enlarge }))
  const label = () => {
    const user_id = person()
    if (part() !== undefined) return laterWords.pane[part()?.part === 'table' ? 'table' : 'picture']
    return user_id === undefined ? labelOf(client, scoped.route()) : client.names.user(user_id)
  }

  return (
    <aside class="pane" aria-label={label()} ref={pane} onFocusIn={takeKeys}>
      <PaneEdge pane={() => pane} />
      <ClientProvider value={scoped}>
        <Show when={hasViews()}>
          <ParkedViews isActive={'view' in (place() ?? {})} />
        </Show>
        <Show when={part()?.part === 'picture' && part()}>
          {(picture) => <Viewer part={picture()} show={show} fill={enlarge} />}
        </Show>
        <Show when={part()?.part === 'table' && part()} keyed>
          {(table) => <TableViewer part={table} />}
        </Show>
        <Show when={person()} keyed>
          {(user_id) => <Profile user_id={user_id} />}
        </Show>
        <Show when={overlay(scoped)} keyed>
          {(open) => <Overlays overlay={open} />}
        </Show>
      </ClientProvider>
    </aside>
  )
}

/** The layout of the window follows the pane, and the focus goes to what it shows. */
function followPane(client: Client, place: () => Beside | undefined) {
  const { environment, keys, route, signal } = client
  const app = environment.root.querySelector('.app')
  const cover = createCover(client)
  const measure = () => cover(!isWide())
  const ending = new AbortController()
  followWidth(measure, AbortSignal.any([ending.signal, signal]))
  measure()
  createEffect(() => app?.classList.toggle('steers', listsPlaces(route())))
  createEffect(
    on(
      () => {
        const open = place()
        return open && keyOfBeside(open)
      },
      // An address that names nothing, or the open view, needs no pane.
      (key) => queueMicrotask(() => (key === undefined ? closeBeside(client, 'replace') : takeFocus(client))),
    ),
  )
  onCleanup(
    keys.handle({
      leave() {
        if (environment.root.querySelector('dialog[open], .menu')) return false
        const filled = environment.root.querySelector('.pane.filled')
        if (filled === null || filled.querySelector('.viewer > .body') !== null) closeBeside(client)
        else filled.classList.remove('filled')
        return true
      },
    }),
  )
  onCleanup(() => ending.abort())
}

/** What the head of the pane offers beside the acts of its view. */
function Acts(props: Record<'back' | 'enlarge' | 'close', () => void> & { hasBefore: boolean }) {
  return (
    <span class="pane-acts">
      <Show when={props.hasBefore}>
        <button class="ib" aria-label={general.back} onClick={() => props.back()}>
          <Icon name="back" />
        </button>
      </Show>
      <button class="ib wide-only" aria-label={laterWords.pane.enlarge} onClick={() => props.enlarge()}>
        <Icon name="enlarge" />
      </button>
      <button class="ib" aria-label={laterWords.pane.close} onClick={() => props.close()}>
        <Icon name="close" />
      </button>
    </span>
  )
}
