import { For } from 'solid-js'
import { KEYMAP } from '../keys/keymap'
import { Dialog } from '../parts/dialog'
import { printCard } from '../routes/card'
import { areSingleKeysOff, switchSingleKeys } from '../keys/single-keys'
import { formattingWords } from '../words/en-formatting'
import { keyWords as words } from '../words/en-keys'
import './key-help.css'

const WRITING_KEYS: [name: keyof typeof words.writingKeys, keys: string[]][] = [
  ['send', ['Ctrl-Enter']],
  ['preview', ['Alt-P']],
  ['snippet', ["Ctrl-'"]],
  ['bold', ['Ctrl-b']],
  ['italic', ['Ctrl-i']],
  ['editLast', ['ArrowUp']],
]

/** All keys, from the table that handles them, and those of the field to write in. */
export function KeyHelp(props: { close: () => void }) {
  return (
    <Dialog title={words.keyHelp} size="wide" close={props.close}>
      <div class="key-help">
        <dl>
          <For each={KEYMAP}>{({ keys, command }) => <Keys keys={keys} text={words.keys[command]} />}</For>
        </dl>
        <h3>
          {words.writing} · <a href={printCard({ card: 'formatting' })}>{formattingWords.title}</a>
        </h3>
        <dl>
          <For each={WRITING_KEYS}>{([name, keys]) => <Keys keys={keys} text={words.writingKeys[name]} />}</For>
        </dl>
        <label class="choice">
          <input
            type="checkbox"
            checked={!areSingleKeysOff()}
            onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
          />
          {words.singleKeys}
        </label>
      </div>
    </Dialog>
  )
}

const Keys = (props: { keys: string[]; text: string }) => (
  <div>
    <dt>
      <For each={props.keys}>{(key) => <kbd>{nameOf(key)}</kbd>}</For>
    </dt>
    <dd>{props.text}</dd>
  </div>
)

const MODIFIERS = /^(?:Alt-)(?:Shift-)?/

function nameOf(key: string): string {
  const [modifiers = ''] = MODIFIERS.exec(key) ?? []
  const plain = key.slice(modifiers.length)
  return modifiers + (words.keyNames[plain] ?? plain)
}
