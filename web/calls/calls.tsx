import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js'
import type { Call } from '../../client-state/wire'
import { useClient } from '../client/use-client'
import { playSound } from '../notify/sounds'
import { Avatar } from '../parts/avatar'
import { Icon } from '../parts/icon'
import { talkWords as words } from '../words/en-talk'
import { LeaveButton } from './buttons'
import { createLength } from './length'
import { Microphone } from './microphone'
import { nameOf, placeName } from './names'
import { placeOfCall, routeOf, runningCalls } from './place'
import { ringingCalls, silence } from './rings'
import { callSession, type CallSession } from './session'
import { Stage } from './stage'
import { Voices } from './voices'
import './calls.css'

const RING_MILLISECONDS = 3000
const SECOND = 1000

/** What belongs to calls in every view: who calls, the bar of the running call, and its stage. */
export function Calls() {
  const client = useClient()
  const session = callSession(client)
  const current = createMemo(() => runningCalls(client).find(({ id }) => id === session.call_id()))
  /** The call in which the user is in another tab or on another device. */
  const elsewhere = () => {
    const { user_id } = client.store.state
    return session.isIn()
      ? undefined
      : runningCalls(client).find(({ people }) => people.some((person) => person.user_id === user_id))
  }
  return (
    <>
      <For each={ringingCalls(client)}>{(call) => <Ring call={call} />}</For>
      <Show when={session.isIn()}>
        <Voices session={session} />
        <Announcements session={session} />
        <MuteKey session={session} />
      </Show>
      <Show when={current()} fallback={<Show when={elsewhere()}>{(call) => <OtherBar call={call()} />}</Show>}>
        {(call) => (
          <Show when={session.isShown()} fallback={<Bar call={call()} session={session} />}>
            <Stage call={call()} session={session} />
          </Show>
        )}
      </Show>
    </>
  )
}

/** A card in the corner. It takes neither the focus nor what the user writes. */
function Ring(props: { call: Call }) {
  const client = useClient()
  const { ask, connection, report, now, store } = client
  const { call } = props
  const stop = () => silence(client, call.id)
  const left = (call.ring_until ?? 0) - now()
  const ends = setTimeout(stop, left * SECOND)
  const sound = () => {
    const { enable_sounds, notification_sound } = store.state.user_settings
    // One tab makes the sound for all.
    if (connection.isLeader() && enable_sounds && notification_sound !== 'none') playSound('chime')
  }
  sound()
  const repeats = setInterval(sound, RING_MILLISECONDS)
  onCleanup(() => {
    clearTimeout(ends)
    clearInterval(repeats)
  })
  const decline = () => {
    stop()
    ask('POST /parley/calls/:call_id/decline', { call_id: call.id }).catch(report)
  }
  return (
    <div class="ring" role="alertdialog" aria-label={words.calls(nameOf(client, call.starter_id))}>
      <Avatar user_id={call.starter_id} />
      <b dir="auto">{words.calls(nameOf(client, call.starter_id))}</b>
      <span class="where" dir="auto">
        {call.user_ids === null || call.user_ids.length > 2 ? placeName(client, call) : ''}
      </span>
      <div>
        <button class="act" onClick={() => (stop(), client.go(routeOf(client, call)))}>
          {words.write}
        </button>
        <button class="act stop" onClick={decline}>
          {words.notNow}
        </button>
        <button class="act go" onClick={() => void callSession(client).enter(placeOfCall(client, call))}>
          {words.answer}
        </button>
      </div>
    </div>
  )
}

/** The bar of the running call, while the user reads elsewhere. */
function Bar(props: { call: Call; session: CallSession }) {
  const client = useClient()
  const { session } = props
  const length = createLength(client, () => props.call)
  return (
    <section class="call-bar" aria-label={words.inCall}>
      <Icon name="call" />
      <b>{session.status() === 'reconnecting' ? words.away : words.inCall}</b>
      <span class="word" dir="auto">
        {placeName(client, props.call)}, {length()}
      </span>
      <Microphone session={session} />
      <button class="act" onClick={() => session.setShown(true)}>
        {words.show}
      </button>
      <LeaveButton session={session} />
    </section>
  )
}

function OtherBar(props: { call: Call }) {
  const client = useClient()
  return (
    <section class="call-bar" aria-label={words.inCall}>
      <Icon name="call" />
      <span class="word">{words.elsewhere}</span>
      <button class="act" onClick={() => void callSession(client).enter(placeOfCall(client, props.call))}>
        {words.moveHere}
      </button>
    </section>
  )
}

/** A key mutes in each view, also while the user writes. */
function MuteKey({ session }: { session: CallSession }) {
  const pressed = (event: KeyboardEvent) => {
    if (!event.ctrlKey || !event.shiftKey || event.key !== ' ') return
    event.preventDefault()
    session.toggleMicrophone()
  }
  addEventListener('keydown', pressed, true)
  onCleanup(() => removeEventListener('keydown', pressed, true))
  return undefined
}

const ANNOUNCE_MILLISECONDS = 1000

/** Says who joined and left, at most once a second. */
function Announcements(props: { session: CallSession }) {
  const client = useClient()
  const [text, setText] = createSignal('')
  const waiting: string[] = []
  const timer = setInterval(() => waiting.length > 0 && setText(waiting.splice(0).join('. ')), ANNOUNCE_MILLISECONDS)
  onCleanup(() => clearInterval(timer))
  createEffect(
    on(
      () => props.session.seats(),
      (seats, before = []) => {
        const changed = (these: typeof seats, others: typeof seats) =>
          these.filter(
            (seat) => !others.some(({ number }) => number === seat.number) && seat.number !== props.session.own(),
          )
        if (before.length > 0)
          for (const seat of changed(seats, before)) waiting.push(words.joined(nameOf(client, seat.user_id)))
        for (const seat of changed(before, seats)) waiting.push(words.left(nameOf(client, seat.user_id)))
        for (const seat of seats)
          if (seat.screen && before.some(({ number, screen }) => number === seat.number && !screen))
            waiting.push(words.screenOf(nameOf(client, seat.user_id)))
      },
    ),
  )
  return (
    <p class="visually-hidden" role="status">
      {text()}
    </p>
  )
}
