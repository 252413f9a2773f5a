import { createMemo, createSignal, For, onCleanup, onMount, Show } from 'solid-js'
import type { Call, CallSeat } from '../../client-state/wire'
import type { Client } from '../client/client'
import { createCover } from '../base/covers'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { Icon } from '../parts/icon'
import { Menu, type MenuItem } from '../parts/menu'
import { mayAdminister } from '../store/may-act'
import { talkWords as words } from '../words/en-talk'
import { IconButton } from './buttons'
import { Desk } from './desk'
import { createLength } from './length'
import { hasFinger } from './microphone'
import { showMessages } from './show-messages'
import { nameOf, placeName } from './names'
import { Picture } from './picture'
import { canLeavePage, leavePage } from './small-window'
import type { CallSession } from './session'

/** All participants, and what one does in the call. The conversation can lie beside it. */
export function Stage(props: { call: Call; session: CallSession }) {
  const client = useClient()
  const { session } = props
  let stage!: HTMLElement
  let seats!: HTMLDivElement
  const length = createLength(client, () => props.call)
  onMount(() => stage.focus({ preventScroll: true }))
  createCover(client)(true)
  const keepAwake = navigator.wakeLock?.request('screen').catch(() => undefined)
  onCleanup(() => void keepAwake?.then((lock) => lock?.release()))
  const screens = () => session.seats().filter(({ screen }) => screen)
  const seatOf = (of: number) => session.seats().find(({ number }) => number === of)
  return (
    <section
      class="stage"
      ref={stage}
      tabindex="-1"
      aria-label={words.inCall}
      onKeyDown={(event) => pressed(event, session)}
      on:keyup={({ key }: KeyboardEvent) => key === ' ' && session.talk(false)}
    >
      <header class="head">
        <IconButton label={words.hide} icon="back" run={() => session.setShown(false)} />
        <h1 class="name" dir="auto">
          {placeName(client, props.call)}
        </h1>
        <span class="length">{session.status() === 'in' ? length() : words.connecting}</span>
        <Show when={canLeavePage()}>
          <IconButton label={words.pip} icon="enlarge" run={() => void leavePage(seats).catch(client.report)} />
        </Show>
        <IconButton label={words.messages} icon="direct" run={() => showMessages(client, props.call, session)} />
      </header>
      <div class="seats" ref={seats} data-count={session.seats().length}>
        <For each={screens().map(({ number }) => number)}>
          {(number) => <Screen session={session} number={number} seat={() => seatOf(number)} />}
        </For>
        <For each={session.seats().map(({ number }) => number)}>
          {(number) => (
            <Show when={seatOf(number)}>{(seat) => <Tile call={props.call} session={session} seat={seat()} />}</Show>
          )}
        </For>
      </div>
      <p class="hint" role="status">
        <Hint call={props.call} session={session} />
      </p>
      <Desk session={session} />
    </section>
  )
}

function Hint(props: { call: Call; session: CallSession }) {
  const { now } = useClient()
  const hadOthers = createMemo((before: boolean) => before || props.session.seats().length > 1, false)
  const text = () => {
    const { session } = props
    if (session.status() === 'reconnecting') return words.away
    if (session.mySeat()?.may_speak === false) return words.listensOnly
    if (session.isUnheard()) return words.unheard
    if (session.choice().pushToTalk) return hasFinger() ? words.holdButton : words.holdToTalk
    if (session.seats().length > 1) return ''
    return !hadOthers() && (props.call.ring_until ?? 0) > now() ? words.rings : words.alone
  }
  return <>{text()}</>
}

/** The keys of the stage. The space key on a button presses the button. */
function pressed(event: KeyboardEvent, session: CallSession): void {
  const { ctrlKey, metaKey, altKey, key, target } = event
  if (ctrlKey || metaKey || altKey || event.defaultPrevented) return
  const isField = target instanceof HTMLElement && target.closest('input, select, textarea, [role="menu"], dialog')
  if (isField) return
  const isButton = target instanceof HTMLElement && target.closest('button') !== null
  if (key === ' ') {
    if (isButton) return
    session.talk(true)
  } else if (key === 'Escape') session.setShown(false)
  else {
    const toggle = { m: session.toggleMicrophone, v: session.toggleCamera, h: session.toggleHand }[key.toLowerCase()]
    if (!toggle) return
    toggle()
  }
  event.preventDefault()
  event.stopPropagation()
}

/** Tells how wide an element is, in pixels of the screen: now, when it changes, and 0 when it is gone. */
function notesWidth(element: HTMLElement, note: (width: number) => void): void {
  const observer = new ResizeObserver(() => note(Math.round(element.clientWidth * devicePixelRatio)))
  observer.observe(element)
  onCleanup(() => {
    observer.disconnect()
    note(0)
  })
}

function Screen(props: { session: CallSession; number: number; seat: () => CallSeat | undefined }) {
  const client = useClient()
  const track = () => props.session.trackOf(props.number, 'screen')
  return (
    <div
      class="seat shared"
      ref={(element) => notesWidth(element, (width) => props.session.shows(props.number, 'screen', width))}
    >
      <Show when={track()} keyed>
        {(screen) => <Picture track={screen} isWhole />}
      </Show>
      <p>
        <Icon name="screen" />
        <bdi>{words.screenOf(nameOf(client, props.seat()?.user_id ?? 0))}</bdi>
      </p>
    </div>
  )
}

/** Returns whether the user may mute and remove others: in a direct conversation, or as an administrator of the channel. */
function moderates(client: Client, { stream_id }: Call): boolean {
  const channel = stream_id === null ? undefined : client.channelOf(stream_id)
  return stream_id === null || (channel !== undefined && mayAdminister(client.store.state, channel))
}

function Tile(props: { call: Call; session: CallSession; seat: CallSeat }) {
  const client = useClient()
  const { session } = props
  const { number } = props.seat // a tile that goes has no seat any more
  const [menu, setMenu] = createSignal<HTMLElement>()
  const isOwn = () => number === session.own()
  const name = () => (isOwn() ? words.you : nameOf(client, props.seat.user_id))
  const camera = () => (props.seat.video ? session.trackOf(props.seat.number, 'camera') : undefined)
  const isAudible = () => (isOwn() ? session.isAudible() : props.seat.audio)
  const isAway = () => props.seat.away || (!isOwn() && !session.isConnected(props.seat.number))
  const mayModerate = () => !isOwn() && moderates(client, props.call)
  const items = (): MenuItem[] => [
    { label: words.muteOther(name()), run: () => session.mute(number) },
    { label: words.removeOther(name()), isDangerous: true, run: () => session.remove(number) },
  ]
  return (
    <div
      class="seat"
      ref={(element) => notesWidth(element, (width) => session.shows(number, 'camera', width))}
      classList={{ speaks: session.speaking().has(props.seat.number) && isAudible(), away: isAway() }}
      data-user={props.seat.user_id}
    >
      <Show when={camera()} keyed fallback={<Avatar user_id={props.seat.user_id} />}>
        {(track) => <Picture track={track} isMirrored={isOwn()} />}
      </Show>
      <p>
        <Icon name={isAudible() ? 'mic' : 'mic-off'} />
        <bdi>{name()}</bdi>
        <Show when={props.seat.hand !== null}>
          <span aria-label={words.hand(props.seat.hand ?? 0)}>✋</span>
        </Show>
        <span class="visually-hidden">
          {isAudible() ? (session.speaking().has(props.seat.number) ? words.speaks : '') : words.muted}
        </span>
      </p>
      <Show when={isAway() && !isOwn()}>
        <span class="state">{props.seat.away ? words.away : words.connecting}</span>
      </Show>
      <For each={session.reactions().filter(({ number }) => number === props.seat.number)}>
        {({ text }) => <span class="reaction">{text}</span>}
      </For>
      <Show when={mayModerate()}>
        <IconButton label={`${words.people}: ${name()}`} icon="more" opens="menu" run={setMenu} />
      </Show>
      <Show when={menu()} keyed>
        {(anchor) => <Menu label={words.people} anchor={anchor} groups={[items()]} close={() => setMenu(undefined)} />}
      </Show>
    </div>
  )
}
