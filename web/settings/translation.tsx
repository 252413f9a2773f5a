import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { fold } from '../store/fold'
import { settingsWords } from '../words/en-settings'
import { translationWords as words } from '../words/en-translation'
import { confirmed, ConfirmDialog } from './confirm'
import { copyText } from './copy-text'
import {
  correctedTexts,
  fetchTexts,
  keepCorrections,
  keptCorrections,
  textToSend,
  type Corrections,
  type Text,
} from './corrections'
import { fetched } from './fetched'
import { Part } from './parts'
import './translation.css'

const TEXTS_AT_ONCE = 50
const CHARACTERS_OF_LINE = 36

/** All texts of the interface, in English and translated. The user corrects some, and copies them to send them. */
export function Translation() {
  const client = useClient()
  const { value } = fetched(client, fetchTexts)
  const texts = () => value() ?? []
  const [sought, setSought] = createSignal('')
  const [most, setMost] = createSignal(TEXTS_AT_ONCE)
  const [corrections, setCorrections] = createSignal(keptCorrections())
  const found = createMemo(() => {
    const folded = fold(sought().trim())
    return texts().filter(([, english, translation]) =>
      [english, translation].some((text) => fold(text).includes(folded)),
    )
  })
  const keep = (next: Corrections) => {
    keepCorrections(next)
    setCorrections(next)
  }
  return (
    <Part title={words.unreviewed} text={words.text}>
      <p class="quiet">
        {words.where} {words.onlyHere}
      </p>
      <Show when={correctedTexts(texts(), corrections()).length}>
        {(count) => (
          <Sending count={count()} textToSend={() => textToSend(texts(), corrections())} deleteAll={() => keep({})} />
        )}
      </Show>
      <div class="fields translation">
        <label>
          {words.find}
          <input
            type="search"
            dir="auto"
            onInput={({ currentTarget }) => {
              setMost(TEXTS_AT_ONCE)
              setSought(currentTarget.value)
            }}
          />
        </label>
        <For each={found().slice(0, most())}>
          {(text) => (
            <TextField
              text={text}
              correction={corrections()[text[0]]}
              correct={(correction) => keep({ ...corrections(), [text[0]]: correction })}
            />
          )}
        </For>
      </div>
      <Show when={found().length > most()}>
        <button class="act" onClick={() => setMost(most() + TEXTS_AT_ONCE)}>
          {settingsWords.more}
        </button>
      </Show>
      <Show when={value() !== undefined && found().length === 0}>
        <p class="quiet">{words.none}</p>
      </Show>
    </Part>
  )
}

/** What a user does with corrections. */
function Sending(props: { count: number; textToSend: () => string; deleteAll: () => void }) {
  const client = useClient()
  const deleteAll = () =>
    confirmed(client, {
      title: words.deleteAll,
      text: words.onlyHere,
      button: settingsWords.delete,
      run: () => Promise.resolve(props.deleteAll()),
    })
  return (
    <>
      <p class="form-foot">
        <button class="send" onClick={() => void copyText(client, props.textToSend())}>
          {words.copy(props.count)}
        </button>
        <button class="act" onClick={deleteAll}>
          {words.deleteAll}
        </button>
      </p>
      <ConfirmDialog />
    </>
  )
}

function TextField(props: { text: Text; correction: string | undefined; correct: (correction: string) => void }) {
  const [name, english, translation] = props.text
  return (
    <label class="beside">
      <span>
        <span lang="en" dir="ltr">
          {english}
        </span>
        <span class="quiet" dir="ltr">
          {name}
        </span>
      </span>
      <textarea
        dir="auto"
        rows={Math.ceil(translation.length / CHARACTERS_OF_LINE)}
        value={props.correction ?? translation}
        onInput={({ currentTarget }) => props.correct(currentTarget.value)}
      />
    </label>
  )
}
