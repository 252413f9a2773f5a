import { For, onMount } from 'solid-js'
import { KEYMAP } from '../keys/keymap'
import { areSingleKeysOff, switchSingleKeys } from '../keys/single-keys'
import { words as general } from '../words/en'
import { keyWords as words } from '../words/en-keys'
import './key-help.css'

/** All keys, from the table that handles them. */
export function KeyHelp(props: { close: () => void }) {
  let dialog!: HTMLDialogElement
  onMount(() => dialog.showModal())
  return (
    <dialog class="key-help" ref={dialog} aria-labelledby="key-help" onClose={() => props.close()}>
      <h2 id="key-help">{words.keyHelp}</h2>
      <dl>
        <For each={KEYMAP}>
          {({ keys, command }) => (
            <div>
              <dt>
                <For each={keys}>{(key) => <kbd>{nameOf(key)}</kbd>}</For>
              </dt>
              <dd>{words.keys[command]}</dd>
            </div>
          )}
        </For>
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={!areSingleKeysOff()}
          onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
        />
        {words.singleKeys}
      </label>
      <button class="act" autofocus onClick={() => dialog.close()}>
        {general.close}
      </button>
    </dialog>
  )
}

const MODIFIERS = /^(?:Alt-)(?:Shift-)?/

function nameOf(key: string): string {
  const [modifiers = ''] = MODIFIERS.exec(key) ?? []
  const plain = key.slice(modifiers.length)
  return modifiers + (words.keyNames[plain] ?? plain)
}
