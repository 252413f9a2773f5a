import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Menu } from '../parts/menu'
import { hasPermission } from '../store/viewer'
import { talkWords as words } from '../words/en-talk'
import { canShowScreen } from '../base/devices'
import { IconButton, LeaveButton } from './buttons'
import { DevicesDialog } from './devices-dialog'
import { Microphone } from './microphone'
import type { CallSession } from './session'

const REACTIONS = ['👍', '❤️', '😂', '🎉', '👏', '😮']

/** What one does in the call. */
export function Desk(props: { session: CallSession }) {
  const { session } = props
  return (
    <div class="desk" role="toolbar" aria-label={words.call}>
      <Show when={session.mySeat()?.may_speak !== false}>
        <Senders session={session} />
      </Show>
      <IconButton
        label={session.hasHand() ? words.lowerHand : words.raiseHand}
        icon="hand"
        isOn={session.hasHand()}
        run={() => session.toggleHand()}
      />
      <React session={session} />
      <Devices session={session} />
      <LeaveButton session={session} />
    </div>
  )
}

/** The microphone, the camera and the screen. */
function Senders(props: { session: CallSession }) {
  const { store } = useClient()
  const { session } = props
  const mayShare = () => canShowScreen() && hasPermission(store.state, 'parley_can_share_screens_group')
  const isOn = (name: 'camera' | 'screen') => session.tracks()[name] !== undefined
  return (
    <>
      <Microphone session={session} />
      <IconButton
        label={isOn('camera') ? words.cameraOff : words.cameraOn}
        icon={isOn('camera') ? 'camera' : 'camera-off'}
        isOn={isOn('camera')}
        run={() => session.toggleCamera()}
      />
      <Show when={mayShare()}>
        <IconButton
          label={isOn('screen') ? words.stopScreen : words.shareScreen}
          icon="screen"
          isOn={isOn('screen')}
          run={() => session.toggleScreen()}
        />
      </Show>
    </>
  )
}

function React(props: { session: CallSession }) {
  const [anchor, setAnchor] = createSignal<HTMLElement>()
  const items = REACTIONS.map((label) => ({ label, run: () => props.session.react(label) }))
  return (
    <>
      <IconButton label={words.react} icon="emoji" opens="menu" run={setAnchor} />
      <Show when={anchor()} keyed>
        {(button) => <Menu label={words.react} anchor={button} groups={[items]} close={() => setAnchor(undefined)} />}
      </Show>
    </>
  )
}

function Devices(props: { session: CallSession }) {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <>
      <IconButton label={words.devices} icon="settings" opens="dialog" run={() => setOpen(true)} />
      <Show when={isOpen()}>
        <DevicesDialog session={props.session} close={() => setOpen(false)} />
      </Show>
    </>
  )
}
