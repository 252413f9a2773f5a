import { createSignal, For, Show, type Accessor, type JSX } from 'solid-js'
import { Refusal } from '../wire/requests'
import { words as general } from '../words/en'
import { settingsWords } from '../words/en-settings'
import type { SettingText } from '../words/en-user-settings'
import { SettingControl } from './control'
import type { Line } from './setting-line'
import { Failure } from '../parts/failure'
import './lists.css'

/** A part of a section, under a heading. */
export function Part(props: { title: string | undefined; text?: string; children: JSX.Element }) {
  return (
    <section class="part" aria-label={props.title}>
      <h3>{props.title}</h3>
      <Show when={props.text}>
        <p class="quiet">{props.text}</p>
      </Show>
      {props.children}
    </section>
  )
}

type ItemsProps<Row> = {
  of: readonly Row[] | undefined
  none: string
  /** A further class of the list. */
  kind?: string | undefined
  children: (row: Row, at: () => number) => JSX.Element
}

/** The rows of a list, or a sentence if there are none. Nothing before the rows are known. */
export function Items<Row>(props: ItemsProps<Row>) {
  return (
    <>
      <ul class={props.kind ? `items ${props.kind}` : 'items'}>
        <For each={props.of}>{props.children}</For>
      </ul>
      <Show when={props.of?.length === 0}>
        <p class="quiet">{props.none}</p>
      </Show>
    </>
  )
}

type StoredItemsProps<Row, Key> = {
  of: readonly Row[]
  keyOf: (row: Row) => Key
  none: string
  kind?: string | undefined
  children: (row: Accessor<Row>, at: () => number) => JSX.Element
}

/** The rows of a list whose items are new objects after each event. A row stays, with what the user types in it. */
export function StoredItems<Row extends object, Key>(props: StoredItemsProps<Row, Key>) {
  return (
    <Items of={props.of.map(props.keyOf)} none={props.none} kind={props.kind}>
      {(key, at) => (
        <Show when={props.of.find((row) => props.keyOf(row) === key)}>{(row) => props.children(row, at)}</Show>
      )}
    </Items>
  )
}

type ChangeProps = { name: string; isOpen: boolean; setOpen: (isOpen: boolean) => void }

/** The button of a row that opens and closes the fields of its item. */
export function ChangeButton(props: ChangeProps) {
  return (
    <button
      class="act"
      aria-expanded={props.isOpen}
      aria-label={`${settingsWords.change}: ${props.name}`}
      onClick={() => props.setOpen(!props.isOpen)}
    >
      {settingsWords.change}
    </button>
  )
}

/** The button of a row that removes its item. */
export const RemoveButton = (props: { name: string; remove: () => unknown }) => (
  <button class="act" aria-label={settingsWords.removeItem(props.name)} onClick={() => void props.remove()}>
    {settingsWords.remove}
  </button>
)

type LinesProps = {
  lines: Record<string, Line>
  words: Record<string, SettingText>
  values: () => Record<string, unknown>
  save: (name: string, value: unknown) => Promise<unknown>
  isDisabled?: (name: string) => boolean
  usual?: (name: string) => string | undefined
  /** What follows a setting. */
  after?: (name: string) => JSX.Element
}

/** The settings of a table, without those that this server does not have. */
export function SettingLines(props: LinesProps) {
  return (
    <For each={Object.keys(props.lines).filter((name) => name in props.values())}>
      {(name) => (
        <Show when={props.words[name]}>
          {(text) => (
            <>
              <SettingControl
                line={props.lines[name]!}
                words={text()}
                usual={props.usual?.(name)}
                value={props.values()[name]}
                isDisabled={props.isDisabled?.(name)}
                save={(value) => props.save(name, value)}
              />
              {props.after?.(name)}
            </>
          )}
        </Show>
      )}
    </For>
  )
}

/** A form whose button sends it. It stays while the server answers, and says why the server refused. */
export function SettingsForm(props: {
  submit: (fields: FormData, form: HTMLFormElement) => Promise<unknown>
  button: string
  isDangerous?: boolean
  isDisabled?: boolean
  children: JSX.Element
}) {
  const [error, setError] = createSignal('')
  const [isBusy, setBusy] = createSignal(false)
  let isTypedSince = false
  async function send(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
    const form = event.currentTarget
    isTypedSince = false
    setBusy(true)
    setError('')
    try {
      await props.submit(new FormData(form), form)
    } catch (refusal) {
      setError(messageOf(refusal))
    }
    setBusy(false)
  }
  return (
    <form
      class="fields settings-form"
      ref={keepFirstChoices}
      // What was refused changes.
      onInput={() => {
        isTypedSince = true
        setError('')
      }}
      // An answer empties the form for the next entry, which the user may have begun already.
      onReset={(event) => isBusy() && isTypedSince && event.preventDefault()}
      onSubmit={(event) => void send(event)}
    >
      {props.children}
      <Failure text={error()} />
      <p class="form-foot">
        <button class="send" classList={{ danger: props.isDangerous }} disabled={isBusy() || props.isDisabled}>
          {props.button}
        </button>
      </p>
    </form>
  )
}

/** `reset` chooses what was chosen first, also in the lists whose first choice is not their first option. */
const keepFirstChoices = (form: HTMLFormElement) =>
  queueMicrotask(() => {
    for (const option of form.querySelectorAll('option')) option.defaultSelected = option.selected
  })

export const messageOf = (error: unknown): string => (error instanceof Refusal ? error.message : general.unreachable)

/** Returns a field of a form as it was typed. */
export function typedIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns a field of a form without spaces around it. */
export const textOf = (fields: FormData, name: string): string => typedIn(fields, name).trim()
