import { createSignal, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { pushState, turnPushOff, turnPushOn, type PushState } from '../notify/push'
import { Refusal } from '../wire/requests'
import { words } from '../words/en-notify'
import { Part } from './parts'

/** Whether this browser is notified, and why not. */
export function PushBrowser() {
  const client = useClient()
  const { ask, report, store } = client
  const [state, setState] = createSignal<PushState>()
  const [result, setResult] = createSignal('')
  const [isBusy, setBusy] = createSignal(false)
  const look = () => pushState(client).then(setState).catch(report)
  onMount(() => void look())

  async function change(act: () => Promise<string>) {
    setBusy(true)
    setResult('')
    try {
      setResult(await act())
    } catch (error) {
      setResult(error instanceof Refusal ? error.message : words.unreachable)
    }
    await look()
    setBusy(false)
  }
  const turnOn = () => change(async () => ((await turnPushOn(client, store.state.user_id)) ? '' : words.text.denied))
  const turnOff = () => change(() => turnPushOff(client).then(() => ''))
  const test = () => change(() => ask('POST /parley/push_browser/test').then(() => words.tested))

  return (
    <Show when={state()}>
      {(current) => (
        <Part title={words.title} text={words.text[current()]}>
          <p class="form-foot">
            <Show when={current() === 'off' || (current() === 'unavailable' && Notification.permission === 'default')}>
              <button class="send" disabled={isBusy()} onClick={() => void turnOn()}>
                {words.turnOn}
              </button>
            </Show>
            <Show when={current() === 'on'}>
              <button class="send" disabled={isBusy()} onClick={() => void test()}>
                {words.test}
              </button>
              <button class="act" disabled={isBusy()} onClick={() => void turnOff()}>
                {words.turnOff}
              </button>
            </Show>
          </p>
          <p role="status">{result()}</p>
        </Part>
      )}
    </Show>
  )
}
