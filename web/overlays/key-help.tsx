import { createMemo, createSignal, For, Show } from 'solid-js'
import { ownSettings } from '../base/own-settings'
import { useClient } from '../client/use-client'
import { KEYMAP, type Command } from '../keys/keymap'
import { applyKeys, parseKeys, printKeys, type OwnKeys } from '../keys/own-keys'
import { Dialog } from '../parts/dialog'
import { printCard } from '../routes/card'
import { nameOfKey } from '../keys/key-names'
import { areSingleKeysOff, switchSingleKeys } from '../keys/single-keys'
import { fold } from '../store/fold'
import { formattingWords } from '../words/en-formatting'
import { keyWords as words } from '../words/en-keys'
import { KEY_GROUPS } from './key-groups'
import { KeyRow } from './key-row'
import './key-help.css'

/** Keys that no user can change, and what they do. */
type FixedKeys = [text: string, keys: string[]][]

const writingKeys = ({ send, preview, snippet, bold, italic, editLast } = words.writingKeys): FixedKeys => [
  [send, ['Ctrl-Enter']],
  [preview, ['Alt-P']],
  [snippet, ["Ctrl-'"]],
  [bold, ['Ctrl-b']],
  [italic, ['Ctrl-i']],
  [editLast, ['ArrowUp']],
]

const listKeys = ({ extend, moveRow } = words.listKeys): FixedKeys => [
  [extend, ['Shift-ArrowDown', 'Shift-ArrowUp']],
  [moveRow, ['Ctrl-Shift-ArrowDown', 'Ctrl-Shift-ArrowUp']],
]

/** All keys, from the table that handles them, and those of the field to write in. Each command can get another key. */
export function KeyHelp(props: { close: () => void }) {
  const client = useClient()
  const [filter, setFilter] = createSignal('')
  const own = () => ownSettings(client).parley_keys
  const bindings = createMemo(() => {
    applyKeys(parseKeys(own()))
    return new Map(KEYMAP.map((binding) => [binding.command, { ...binding }]))
  })
  const save = (keys: OwnKeys) =>
    void client.ask('PATCH /settings', { parley_keys: printKeys(keys) }).catch(client.report)
  const found = (commands: readonly Command[]) =>
    commands.filter((command) => isFound(filter(), words.keys[command], bindings().get(command)?.keys ?? []))
  const fixed = (all: FixedKeys) => all.filter(([text, keys]) => isFound(filter(), text, keys))
  const writing = () => fixed(writingKeys())
  const fixedIn = (group: string) => (group === 'list' ? fixed(listKeys()) : [])
  const isInGroup = (group: string, commands: readonly Command[]) =>
    found(commands).length > 0 || fixedIn(group).length > 0
  const isEmpty = () => writing().length === 0 && !KEY_GROUPS.some(([name, commands]) => isInGroup(name, commands))
  return (
    <Dialog title={words.keyHelp} size="wide" close={props.close}>
      <div class="key-help">
        <input
          type="search"
          autofocus
          aria-label={words.filter}
          placeholder={words.filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <For each={KEY_GROUPS}>
          {([name, commands]) => (
            <Show when={isInGroup(name, commands)}>
              <h3>{words.groups[name]}</h3>
              <dl>
                <For each={found(commands)}>
                  {(command) => (
                    <Show when={bindings().get(command)}>
                      {(binding) => <KeyRow binding={binding()} save={save} />}
                    </Show>
                  )}
                </For>
                <FixedRows of={fixedIn(name)} />
              </dl>
            </Show>
          )}
        </For>
        <WritingGroup keys={writing()} />
        <Show when={isEmpty()}>
          <p role="status">{words.noKeys}</p>
        </Show>
        <SingleKeys />
        <Show when={own() !== ''}>
          <button class="act" onClick={() => save(new Map())}>
            {words.resetAll}
          </button>
        </Show>
      </div>
    </Dialog>
  )
}

/** Whether the filter is a key, or all its words are in the text. */
function isFound(filter: string, text: string, keys: readonly string[]): boolean {
  const written = filter.trim()
  if (keys.some((key) => key === written || fold(nameOfKey(key)) === fold(written))) return true
  return fold(written)
    .split(/\s+/)
    .every((word) => fold(text).includes(word))
}

const SingleKeys = () => (
  <label class="choice">
    <input
      type="checkbox"
      checked={!areSingleKeysOff()}
      onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
    />
    {words.singleKeys}
  </label>
)

/** The keys of the field to write in. */
const WritingGroup = (props: { keys: FixedKeys }) => (
  <Show when={props.keys.length > 0}>
    <h3>
      {words.writing} · <a href={printCard({ card: 'formatting' })}>{formattingWords.title}</a>
    </h3>
    <dl>
      <FixedRows of={props.keys} />
    </dl>
  </Show>
)

const FixedRows = (props: { of: FixedKeys }) => (
  <For each={props.of}>
    {([text, keys]) => (
      <div>
        <dt>
          <For each={keys}>{(key) => <kbd>{nameOfKey(key)}</kbd>}</For>
        </dt>
        <dd>{text}</dd>
      </div>
    )}
  </For>
)
