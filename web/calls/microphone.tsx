import { Show } from 'solid-js'
import { Icon } from '../parts/icon'
import { talkWords as words } from '../words/en-talk'
import { IconButton } from './buttons'
import type { CallSession } from './session'

/** Whether the user has a finger, and probably no keys. */
export const hasFinger = (): boolean => matchMedia('(pointer: coarse)').matches

/** Mutes and unmutes. Of who speaks only while a key is held: a button that is held instead. */
export function Microphone(props: { session: CallSession }) {
  const { session } = props
  return (
    <Show when={session.choice().pushToTalk} fallback={<Mute session={session} />}>
      <button
        class="ib hold"
        aria-label={words.hold}
        aria-pressed={session.isAudible()}
        on:pointerdown={({ currentTarget, pointerId, button }: PointerEvent & { currentTarget: HTMLElement }) => {
          if (button !== 0) return
          currentTarget.setPointerCapture(pointerId)
          session.talk(true)
        }}
        // Also after a gesture of the system took the finger.
        on:lostpointercapture={() => session.talk(false)}
        on:contextmenu={(event: Event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          session.talk(true)
        }}
        on:keyup={() => session.talk(false)}
        on:blur={() => session.talk(false)}
      >
        <Icon name={session.isAudible() ? 'mic' : 'mic-off'} />
      </button>
    </Show>
  )
}

function Mute(props: { session: CallSession }) {
  const { session } = props
  return (
    <IconButton
      label={session.isMuted() ? words.unmute : words.mute}
      icon={session.isAudible() ? 'mic' : 'mic-off'}
      isOn={session.isMuted()}
      keys="Control+Shift+Space"
      run={() => session.toggleMicrophone()}
    />
  )
}
