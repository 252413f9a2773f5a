import { createEffect, For, Show } from 'solid-js'
import type { CallSession } from './session'

/** Plays what the others say, and the sound of their screens. Each has an element of its own: the browser then removes the echo. */
export function Voices(props: { session: CallSession }) {
  const { session } = props
  const others = () => session.seats().filter(({ number }) => number !== session.own())
  return (
    <For each={others().map(({ number }) => number)}>
      {(number) => (
        <>
          <Voice session={session} track={session.trackOf(number, 'microphone')} />
          <Voice session={session} track={session.trackOf(number, 'screenSound')} />
        </>
      )}
    </For>
  )
}

function Voice(props: { session: CallSession; track: MediaStreamTrack | undefined }) {
  return (
    <Show when={props.track} keyed>
      {(track) => {
        const element = <audio autoplay />
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
