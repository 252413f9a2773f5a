import { createEffect, For, Show } from 'solid-js'
import type { CallSession } from './session'

/**
 * Plays what the others say, and the sound of their screens. Each has an element of its own: the browser then removes the echo. A
 * participant who may only listen is silent, whatever that participant's client sends.
 */
export function Voices(props: { session: CallSession }) {
  const { session } = props
  const others = () => session.seats().filter(({ number, may_speak }) => may_speak && number !== session.own())
  const userOf = (of: number) => session.seats().find(({ number }) => number === of)?.user_id
  return (
    <For each={others().map(({ number }) => number)}>
      {(number) => (
        <>
          <Voice session={session} track={session.trackOf(number, 'microphone')} user_id={userOf(number)} />
          <Voice session={session} track={session.trackOf(number, 'screenSound')} />
        </>
      )}
    </For>
  )
}

/** `user_id`: whose voice it is. The sound of a screen has none. */
function Voice(props: { session: CallSession; track: MediaStreamTrack | undefined; user_id?: number | undefined }) {
  return (
    <Show when={props.track} keyed>
      {(track) => {
        const element = <audio autoplay data-user={props.user_id} />
        if (element instanceof HTMLAudioElement) {
          element.srcObject = new MediaStream([track])
          createEffect(() => {
            const { speaker } = props.session.choice()
            if ('setSinkId' in element) void element.setSinkId(speaker).catch(() => {})
          })
        }
        return element
      }}
    </Show>
  )
}
