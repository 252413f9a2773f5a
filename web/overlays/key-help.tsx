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

const WRITING_KEYS: [name: keyof typeof words.writingKeys, keys: string[]][] = [
  ['send', ['Ctrl-Enter']],
  ['preview', ['Alt-P']],
  ['snippet', ["Ctrl-'"]],
  ['bold', ['Ctrl-b']],
  ['italic', ['Ctrl-i']],
  ['editLast', ['ArrowUp']],
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
  const writing = () => WRITING_KEYS.filter(([name, keys]) => isFound(filter(), words.writingKeys[name], keys))
  const isEmpty = () => writing().length === 0 && KEY_GROUPS.every(([, commands]) => found(commands).length === 0)
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
            <Show when={found(commands).length > 0}>
              <h3>{words.groups[name]}</h3>
              <dl>
                <For each={found(commands)}>
                  {(command) => (
                    <Show when={bindings().get(command)}>
                      {(binding) => <KeyRow binding={binding()} save={save} />}
                    </Show>
                  )}
                </For>
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

/** The keys of the field to write in, which no user can change. */
const WritingGroup = (props: { keys: typeof WRITING_KEYS }) => (
  <Show when={props.keys.length > 0}>
    <h3>
      {words.writing} · <a href={printCard({ card: 'formatting' })}>{formattingWords.title}</a>
    </h3>
    <dl>
      <For each={props.keys}>
        {([name, keys]) => (
          <div>
            <dt>
              <For each={keys}>{(key) => <kbd>{nameOfKey(key)}</kbd>}</For>
            </dt>
            <dd>{words.writingKeys[name]}</dd>
          </div>
        )}
      </For>
    </dl>
  </Show>
)
