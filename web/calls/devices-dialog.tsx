import { createResource, createSignal, For, onCleanup, Show } from 'solid-js'
import { playSound } from '../notify/sounds'
import { Dialog } from '../parts/dialog'
import { talkWords as words } from '../words/en-talk'
import { codeOf } from './code'
import { hasFinger } from './microphone'
import { canBlur, listDevices, meterOf, type Choice } from '../base/devices'
import type { CallSession } from './session'

const LOOK_MILLISECONDS = 100
const FULL_LEVEL = 0.3

/** Which devices the call uses, with a test of both, and how the user speaks. */
export function DevicesDialog(props: { session: CallSession; close: () => void }) {
  const { session } = props
  const [devices] = createResource(listDevices)
  const choose = (change: Partial<Choice>) => session.choose({ ...session.choice(), ...change })
  return (
    <Dialog title={words.devices} close={() => props.close()}>
      <div class="call-devices">
        <Device
          label={words.microphone}
          kind="audioinput"
          devices={devices() ?? []}
          value={session.choice().microphone}
          choose={(microphone) => choose({ microphone })}
        />
        <Level session={session} />
        <Device
          label={words.speaker}
          kind="audiooutput"
          devices={devices() ?? []}
          value={session.choice().speaker}
          choose={(speaker) => choose({ speaker })}
        />
        <button class="act" onClick={() => playSound('chime')}>
          {words.testSound}
        </button>
        <Device
          label={words.camera}
          kind="videoinput"
          devices={devices() ?? []}
          value={session.choice().camera}
          choose={(camera) => choose({ camera })}
        />
        <Switch
          label={words.reducesNoise}
          value={session.choice().reducesNoise}
          choose={(reducesNoise) => choose({ reducesNoise })}
        />
        <Show when={canBlur(session.tracks().camera)}>
          <Switch
            label={words.blursBackground}
            value={session.choice().blursBackground}
            choose={(blursBackground) => choose({ blursBackground })}
          />
        </Show>
        <Switch
          label={hasFinger() ? words.pushButton : words.pushToTalk}
          value={session.choice().pushToTalk}
          choose={(pushToTalk) => choose({ pushToTalk })}
        />
        <Code session={session} />
      </div>
    </Dialog>
  )
}

type DeviceProps = {
  label: string
  kind: MediaDeviceKind
  devices: readonly MediaDeviceInfo[]
  value: string
  choose: (id: string) => void
}

/** Nothing where the browser does not let the page choose. */
function Device(props: DeviceProps) {
  const own = () => props.devices.filter(({ kind, deviceId }) => kind === props.kind && deviceId !== '')
  return (
    <Show when={own().length > 0}>
      <label>
        <span>{props.label}</span>
        <select onChange={({ currentTarget }) => props.choose(currentTarget.value)}>
          <option value="" selected={props.value === ''}>
            {words.usual}
          </option>
          <For each={own()}>
            {({ deviceId, label }) => (
              <option value={deviceId} selected={props.value === deviceId}>
                {label}
              </option>
            )}
          </For>
        </select>
      </label>
    </Show>
  )
}

function Switch(props: { label: string; value: boolean; choose: (value: boolean) => void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.value}
        onChange={({ currentTarget }) => props.choose(currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}

/** The code that all participants see if no one stands between them. */
function Code(props: { session: CallSession }) {
  const [code] = createResource(
    () => props.session.fingerprints(),
    (all) => (all.length > 0 ? codeOf(all) : ''),
  )
  return (
    <Show when={code()}>
      <div class="call-code">
        <b>{words.code}</b>
        <output>{code()}</output>
        <p>{words.codeText}</p>
      </div>
    </Show>
  )
}

/** Shows that the microphone receives the voice of the user. */
function Level(props: { session: CallSession }) {
  const [level, setLevel] = createSignal(0)
  const { microphone } = props.session.tracks()
  const meter = microphone && meterOf(microphone)
  const timer = setInterval(() => setLevel(meter?.level() ?? 0), LOOK_MILLISECONDS)
  onCleanup(() => {
    clearInterval(timer)
    meter?.stop()
  })
  return (
    <label>
      <span>{words.level}</span>
      <meter min="0" max={FULL_LEVEL} value={level()} />
    </label>
  )
}
