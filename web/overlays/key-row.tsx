import { createSignal, For, Show } from 'solid-js'
import { nameOf, type Binding } from '../keys/keymap'
import { nameOfKey } from '../keys/key-names'
import { hasUsualKeys, othersWith, whyUnusable, withKey, withUsualKeys, type OwnKeys } from '../keys/own-keys'
import { keyWords as words } from '../words/en-keys'

type Props = { binding: Binding; save: (own: OwnKeys) => void }

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']

const othersNamed = (key: string, { command }: Binding) => othersWith(key, command).map((other) => words.keys[other])

/** What a command does, its keys, and how they change: the next key that the user presses, unless something is against it. */
export function KeyRow(props: Props) {
  let changeButton!: HTMLButtonElement
  const [isWaiting, setWaiting] = createSignal(false)
  const text = () => words.keys[props.binding.command]
  const conflicts = () => props.binding.keys.filter((key) => othersNamed(key, props.binding).length > 0)

  function finish(own?: OwnKeys) {
    setWaiting(false)
    if (own) props.save(own)
    changeButton.focus()
  }

  return (
    <div>
      <dt>
        <For each={props.binding.keys}>{(key) => <kbd>{nameOfKey(key)}</kbd>}</For>
      </dt>
      <dd>
        <span>{text()}</span>
        <Show when={!hasUsualKeys(props.binding)}>
          <button
            class="act"
            aria-label={`${words.reset} – ${text()}`}
            onClick={() => finish(withUsualKeys(props.binding.command))}
          >
            {words.reset}
          </button>
        </Show>
        <button
          class="act change"
          aria-label={`${words.change} – ${text()}`}
          ref={changeButton}
          onClick={() => setWaiting(true)}
        >
          {words.change}
        </button>
        <For each={conflicts()}>
          {(key) => <p class="bad">{words.conflict(nameOfKey(key), othersNamed(key, props.binding).join(', '))}</p>}
        </For>
        <Show when={isWaiting()}>
          <NewKey binding={props.binding} finish={finish} leave={() => setWaiting(false)} />
        </Show>
      </dd>
    </div>
  )
}

type NewKeyProps = { binding: Binding; finish: (own?: OwnKeys) => void; leave: () => void }

/** Waits for the key. A key of another command is taken only when the user says so. */
function NewKey(props: NewKeyProps) {
  const [pressed, setPressed] = createSignal<string>()
  const isUsable = (key: string) => whyUnusable(props.binding, key) === undefined
  const problemWith = (key: string) => {
    const reason = whyUnusable(props.binding, key)
    return reason === undefined
      ? words.conflict(nameOfKey(key), othersNamed(key, props.binding).join(', '))
      : words.unusable[reason]
  }

  function press(event: KeyboardEvent) {
    if (MODIFIERS.includes(event.key)) return
    // The focus moves on.
    if (event.key === 'Tab') return
    event.preventDefault()
    if (event.key === 'Escape') return props.finish()
    const key = nameOf(event)
    if (isUsable(key) && othersNamed(key, props.binding).length === 0)
      return props.finish(withKey(props.binding.command, key))
    setPressed(key)
  }

  return (
    <div class="new-key">
      <button
        class="act"
        ref={(button) => queueMicrotask(() => button.focus())}
        onKeyDown={press}
        onClick={() => props.leave()}
      >
        {pressed() === undefined ? words.pressKey : nameOfKey(pressed() ?? '')}
      </button>
      <Show when={pressed()}>
        {(key) => (
          <>
            <p class="bad" role="alert">
              {problemWith(key())}
            </p>
            <Show when={isUsable(key())}>
              <button class="act strong" onClick={() => props.finish(withKey(props.binding.command, key()))}>
                {words.take}
              </button>
            </Show>
          </>
        )}
      </Show>
    </div>
  )
}
