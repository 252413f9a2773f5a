import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { bestMatches, foldedName } from '../store/best-matches'
import { isComposing } from '../keys/composing'
import { stepIn } from '../keys/step-in'
import { ComboField, Options, OptionText } from './combo'
import { laterWords } from '../words/en-later'
import { settingsWords as words } from '../words/en-settings'
import './people-picker.css'

type Props = {
  label: string
  chosen: readonly number[]
  change: (user_ids: number[]) => void
  nameOf: (user_id: number) => string
}

type User = { user_id: number; full_name: string; is_bot: boolean }

const MOST = 8

/** Chooses people by name. Enter adds the first match, and the list completes as in the composer. */
export function PeoplePicker(props: Props) {
  const { store, watch } = useClient()
  const users = createMemo((): User[] => {
    watch('people')
    return [...store.state.realm_users].filter(({ is_bot }: User) => !is_bot)
  })
  return (
    <Picker
      label={props.label}
      chosen={props.chosen.map((id) => ({ id, name: props.nameOf(id) }))}
      all={users().map(({ user_id, full_name }) => ({ id: user_id, name: full_name }))}
      change={(ids) => props.change(ids)}
    />
  )
}

export type PickerItem = { id: number; name: string }

/** Chooses several items of a long list by their names. */
export function Picker(props: {
  label: string
  chosen: PickerItem[]
  all: PickerItem[]
  change: (ids: number[]) => void
  hasFocus?: boolean
}) {
  let field!: HTMLInputElement
  const id = createUniqueId()
  const [query, setQuery] = createSignal('')
  const [at, setAt] = createSignal(0)
  const ids = () => props.chosen.map((item) => item.id)
  const found = createMemo(() => {
    if (query().trim() === '') return []
    const used = new Set(ids())
    const others = props.all.filter((item) => !used.has(item.id))
    return bestMatches(others, query(), { nameOf: ({ name }) => foldedName(name), most: MOST })
  })
  const isMissing = () => query().trim() !== '' && found().length === 0
  function add(item: PickerItem | undefined) {
    if (item === undefined) return
    props.change([...ids(), item.id])
    setQuery('')
    field.value = ''
    field.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const next = stepIn(found().length, at(), event)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter') add(found()[at()])
    else if (event.key === 'Backspace' && field.value === '' && ids().length > 0) props.change(ids().slice(0, -1))
    else return
    if (event.key !== 'Backspace') event.preventDefault()
  }
  return (
    <div class="picker-field">
      <Chips chosen={props.chosen} change={props.change} />
      <ComboField
        ref={(element) => {
          field = element
          if (props.hasFocus === true) element.autofocus = true
        }}
        label={props.label}
        list={id}
        at={found().length > 0 ? at() : undefined}
        isOpen={found().length > 0}
        type={(text) => {
          setAt(0)
          setQuery(text)
        }}
        press={onKeyDown}
        blur={() => setTimeout(() => setQuery(''), 150)}
      />
      <Matches id={id} label={props.label} isMissing={isMissing()} found={found()} at={at()} choose={add} />
    </div>
  )
}

/** The list below the field, and what a screen reader says if it is empty. */
function Matches(props: {
  id: string
  label: string
  isMissing: boolean
  found: PickerItem[]
  at: number
  choose: (item: PickerItem) => void
}) {
  return (
    <>
      <span class="visually-hidden" role="status">
        {props.isMissing ? laterWords.switcher.nothing : ''}
      </span>
      <Show when={props.isMissing}>
        <p class="picker-list missing" aria-hidden="true">
          {laterWords.switcher.nothing}
        </p>
      </Show>
      <Show when={props.found.length > 0}>
        <Options
          id={props.id}
          label={props.label}
          kind="picker-list"
          of={props.found}
          at={props.at}
          choose={props.choose}
        >
          {({ name }) => <OptionText name={name} />}
        </Options>
      </Show>
    </>
  )
}

function Chips(props: { chosen: PickerItem[]; change: (ids: number[]) => void }) {
  return (
    <For each={props.chosen}>
      {(item) => (
        <span class="chip" dir="auto">
          {item.name}
          <button
            type="button"
            aria-label={words.removeItem(item.name)}
            onClick={() => props.change(props.chosen.flatMap(({ id }) => (id === item.id ? [] : [id])))}
          >
            ×
          </button>
        </span>
      )}
    </For>
  )
}
