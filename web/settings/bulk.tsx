import { createSignal, For, Show, type JSX } from 'solid-js'
import { Failure } from '../parts/failure'
import { words } from '../words/en'
import { overlayWords } from '../words/en-overlays'
import { settingsWords } from '../words/en-settings'
import { messageOf } from './parts'
import './bulk.css'

export type Bulk = ReturnType<typeof createBulk>

/** The rows of a list that the user selected, to act on them together. `ids` are the rows that show, in their order. */
export function createBulk(ids: () => readonly number[]) {
  const [chosen, setChosen] = createSignal<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = createSignal<ReadonlyMap<number, string>>(new Map())
  const [isBusy, setBusy] = createSignal(false)
  let last: number | undefined
  const selected = () => ids().filter((id) => chosen().has(id))

  function choose(some: readonly number[], is: boolean) {
    const others = [...chosen()].filter((id) => !some.includes(id))
    setChosen(new Set(is ? [...others, ...some] : others))
  }

  /** With Shift, all rows from the one before become like this one. */
  function toggle(id: number, is: boolean, isRange: boolean) {
    const [from, to] = [last ?? id, id].map((each) => ids().indexOf(each)).sort((a, b) => a - b)
    choose(isRange ? ids().slice(from, (to ?? 0) + 1) : [id], is)
    last = id
  }

  /** Sends a request for each selected row, one after the other. What was refused stays selected, and says why. */
  async function run(act: (id: number) => Promise<unknown>) {
    setBusy(true)
    const failures = new Map<number, string>()
    for (const id of selected())
      await act(id).catch((error: unknown) => {
        failures.set(id, messageOf(error))
      })
    setRefused(failures)
    setChosen(new Set(failures.keys()))
    setBusy(false)
  }
  return { ids, selected, isChosen: (id: number) => chosen().has(id), refused, isBusy, choose, toggle, run }
}

/** The box that selects a row. Shift selects all rows up to this one, and Shift with an arrow the next one. */
export function BulkBox(props: { of: Bulk; id: number; name: string }) {
  return (
    <input
      type="checkbox"
      class="bulk-box"
      aria-label={`${overlayWords.selection.select}: ${props.name}`}
      checked={props.of.isChosen(props.id)}
      onClick={({ currentTarget, shiftKey }) => props.of.toggle(props.id, currentTarget.checked, shiftKey)}
      onKeyDown={(event) => extend(event)}
    />
  )
}

function extend(event: KeyboardEvent & { currentTarget: HTMLInputElement }) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || !event.shiftKey) return
  event.preventDefault()
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.bulk-box')]
  const at = boxes.indexOf(event.currentTarget)
  for (const box of [event.currentTarget, boxes[at + by]]) if (box?.checked === false) box.click()
  boxes[at + by]?.focus()
}

/** Why the request of a row was refused. */
export const BulkFailure = (props: { of: Bulk; id: number }) => (
  <Failure text={props.of.refused().get(props.id) ?? ''} />
)

/** Selects all rows that show, says how many are selected, and has what can be done with them. */
export function BulkBar(props: { of: Bulk; children: JSX.Element }) {
  const { choose, ids, isBusy, selected } = props.of
  return (
    <div class="bulk" role="toolbar" aria-label={overlayWords.selection.selected}>
      <label class="choice">
        <input
          type="checkbox"
          checked={selected().length === ids().length}
          onChange={({ currentTarget }) => choose(ids(), currentTarget.checked)}
        />
        {settingsWords.selectAll}
      </label>
      <span role="status">{selected().length > 0 ? words.triage.selected(selected().length) : ''}</span>
      <Show when={selected().length > 0}>
        <fieldset disabled={isBusy()}>{props.children}</fieldset>
      </Show>
    </div>
  )
}

type ChoiceProps = {
  label: string
  options: readonly (readonly [value: string, name: string])[]
  choose: (value: string) => void
}

/** A value for all selected rows, and the button that sets it: an arrow key on a list alone must not change many rows. */
export function BulkChoice(props: ChoiceProps) {
  let list!: HTMLSelectElement
  return (
    <>
      <select class="small-select" ref={list} aria-label={props.label}>
        <For each={props.options}>{([value, name]) => <option value={value}>{name}</option>}</For>
      </select>
      <button
        class="act"
        aria-label={`${settingsWords.change}: ${props.label}`}
        onClick={() => props.choose(list.value)}
      >
        {settingsWords.change}
      </button>
    </>
  )
}
